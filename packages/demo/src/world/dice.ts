import { createHash } from 'node:crypto'

export type Dice = {
  /** Returns a number from 0 to just below 1. */
  unit(): number
  /** Returns an integer from 0 to `count` - 1. */
  below(count: number): number
  /**
   * Like `below`, but strongly prefers low numbers, because on every network a few accounts are much busier
   * than the others.
   */
  leaning(count: number): number
  between(low: number, high: number): number
  /** Like `between`, but with many small values and few large ones, which is typical of payments. */
  mostlySmall(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Like `pick`, but with the distribution of `leaning`. */
  lean<T>(items: readonly T[]): T
}

/**
 * Creates the random number generator sfc32 (small fast counter). A world requires a million draws, so one
 * hash per draw would be too slow. Uses only integers and products, because powers and logarithms can differ
 * in the last digit between platforms.
 */
export function createDice(seed: string): Dice {
  const words = createHash('sha256').update(seed).digest()
  let a = words.readInt32LE(0)
  let b = words.readInt32LE(4)
  let c = words.readInt32LE(8)
  let counter = 1

  function unit(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
  const below = (count: number) => Math.floor(unit() * count)

  const leaning = (count: number) => {
    const drawn = unit()
    return Math.floor(drawn * drawn * count)
  }

  function itemAt<T>(items: readonly T[], place: number): T {
    const item = items[place]
    if (item === undefined) throw new RangeError('there is nothing to pick from')
    return item
  }

  return {
    unit,
    below,
    leaning,
    between: (low, high) => low + (high - low) * unit(),
    mostlySmall(low, high) {
      const drawn = unit()
      return low + (high - low) * drawn * drawn * drawn
    },
    chance: (probability) => unit() < probability,
    pick: (items) => itemAt(items, below(items.length)),
    lean: (items) => itemAt(items, leaning(items.length)),
  }
}
