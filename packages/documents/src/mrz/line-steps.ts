/**
 * Distance between a zone's lines, in pitches of 2.54 mm: 6.35 mm on pages and visas, 4.23 mm on cards with
 * three lines. Some cards and visas with two lines also use the narrow distance.
 */
export const lineSteps = { wide: 2.5, narrow: 5 / 3 } as const
