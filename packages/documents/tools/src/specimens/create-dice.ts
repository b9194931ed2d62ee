import type { Random } from '@touchstone/common'

/**
 * A random number generator that is fast enough for the millions of noise values in an image, unlike a
 * hash-based one.
 */
export type Dice = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  unit(): number
  between(low: number, high: number): number
  /** Returns a whole number below `below`. */
  whole(below: number): number
  /** Returns a normally distributed number with a standard deviation of 1. */
  bell(): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
}

/**
 * Creates a generator that is seeded once from the source. The same source always produces the same
 * numbers.
 */
export function createDice(random: Random): Dice {
  let state = random.bytes(4).readUInt32BE()
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (below: number) => Math.floor(unit() * below)
  return {
    unit,
    whole,
    between: (low, high) => low + unit() * (high - low),
    bell: () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit()),
    chance: (share) => unit() < share,
    pick(items) {
      const item = items[whole(items.length)]
      if (item === undefined) throw new Error('the list to pick from is empty')
      return item
    },
  }
}
