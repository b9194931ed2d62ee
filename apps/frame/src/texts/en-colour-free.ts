/** Text for people who must avoid flashing lights. It is loaded with the screens that show it. */
export const enColourFree = {
  colourFree: {
    ask: 'I need to avoid flashing lights',
    title: 'Without flashing lights',
    why: 'The colours help us tell a real person from a recording. Without them, a reviewer looks at your photos instead, if you agree.',
    keeps: {
      moves: 'You make five movements instead of three. The screen doesn’t flash.',
      sealed: (days: number) =>
        `We keep two photos per second, encrypted, until the decision, for ${days} days at most.`,
      seen: 'Only the reviewers who make the decision can see the photos.',
      deleted: 'After the decision, we delete the photos and record the deletion.',
    },
    agree: 'Agree and continue without colours',
    back: 'Back',
    chosen: (days: number) =>
      `You make a few more movements, without colours. A person reviews some of the photos. We then delete them, within ${days} days at most.`,
    withColours: 'Use colours instead and keep no photos',
    noneTitle: 'This check needs flashing lights',
    none: (merchant: string) =>
      `This page offers no alternative, but ${merchant} can verify you in another way. Don’t start the camera here.`,
  },
  support: {
    ask: (merchant: string) => `Contact ${merchant}:`,
    unknown: (merchant: string) =>
      `Contact ${merchant} on its site or in its app. We have no contact details for it.`,
  },
} as const
