export const actions = ['turn-left', 'turn-right', 'nod', 'open-mouth', 'blink', 'come-closer'] as const

/** Left and right are the person's own. */
export type Action = (typeof actions)[number]

/**
 * Six hues of equal strength, 60 degrees apart. White is excluded: without its brightness, which exposure
 * changes, it looks like no light.
 */
export const flashColours = {
  red: [1, 0, 0],
  yellow: [1, 1, 0],
  green: [0, 1, 0],
  cyan: [0, 1, 1],
  blue: [0, 0, 1],
  magenta: [1, 0, 1],
} as const

export type FlashColour = keyof typeof flashColours

/** The actions that the person is asked for and their times, in milliseconds after the first frame. */
export type Challenge = {
  id?: string
  steps: { action: Action; fromMs: number; toMs: number }[]
  /** Colours of the page while the person looks straight ahead, before the first step. */
  flashes: { colour: FlashColour; fromMs: number; toMs: number }[]
  /** Milliseconds since the Unix epoch. */
  expiresAt: number
}
