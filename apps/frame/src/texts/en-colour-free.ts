/** For people who must not look at flashing light. */
export const enColourFree = {
  colourFree: {
    ask: 'I must not look at flashing light',
    title: 'Without flashing light',
    why: 'The colours help to tell a living person from a film. Without them a person looks at your pictures, if you agree.',
    keeps: {
      moves: 'You do five movements instead of three. The screen does not flash.',
      sealed: (days: number) =>
        `Two pictures a second are kept encrypted until it is decided, ${days} days at most.`,
      seen: 'Who decides sees them, and nobody else.',
      deleted: 'Then they are deleted, and the deletion is recorded.',
    },
    agree: 'Agree and go on without colours',
    back: 'Back',
    chosen: (days: number) =>
      `A few more moves, without colours. A person looks at some of the pictures; they are deleted then, after ${days} days at most.`,
    withColours: 'Use colours instead: nothing is kept',
    noneTitle: 'This check needs flashing light',
    none: (merchant: string) =>
      `On this page there is no other way. ${merchant} can verify you in another way; don’t start the camera here.`,
  },
  support: {
    ask: (merchant: string) => `Ask ${merchant}:`,
    unknown: (merchant: string) =>
      `Ask ${merchant} on its own site or in its app: it has told us no address.`,
  },
} as const
