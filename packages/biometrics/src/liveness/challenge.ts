export const actions = ['turn-left', 'turn-right', 'nod', 'open-mouth', 'blink', 'come-closer'] as const

/** Left and right are from the user's point of view. */
export type Action = (typeof actions)[number]

/**
 * Six hues of equal strength, 60 degrees apart. White is excluded because it changes only the brightness,
 * which the camera's exposure also changes.
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

/** The requested actions and their times, in milliseconds after the first frame. */
export type Challenge = {
  id?: string
  steps: { action: Action; fromMs: number; toMs: number }[]
  /** The page's colours before the first step, while the user looks straight ahead. */
  flashes: { colour: FlashColour; fromMs: number; toMs: number }[]
  /** The time at which the challenge expires, in milliseconds since the Unix epoch. */
  expiresAt: number
}
