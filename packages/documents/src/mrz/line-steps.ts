/**
 * How far apart the lines of a zone are, in pitches of 2.54 mm. On pages and visas it is 6.35 mm, on cards with three lines
 * 4.23 mm; some cards and visas with two lines have the narrow step too.
 */
export const lineSteps = { wide: 2.5, narrow: 5 / 3 } as const
