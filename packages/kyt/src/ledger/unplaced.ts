/**
 * Positions for transfers from sources that do not report a position. All other positions are outside this
 * range.
 */
const first = 2 ** 51 + 2 ** 40
const count = 2 ** 40

/** Returns the position of a transaction's nth transfer without a known position. */
export const unplacedPosition = (ordinal: number): number => first + ordinal

export const isUnplaced = (position: number): boolean => position >= first && position < first + count

/** Returns the number that `unplacedPosition` was called with. */
export const ordinalOf = (position: number): number => position - first
