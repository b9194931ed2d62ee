import type { Random } from '@touchstone/common'

/** Quick draws for pictures: millions of noise values would take too long from a hash. */
export type Dice = {
  /** From 0 up to, not including, 1. */
  unit(): number
  between(low: number, high: number): number
  /** A whole number below `below`. */
  whole(below: number): number
  /** Bell-shaped, deviation 1. */
  bell(): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
}

/** The same source gives the same draws; what the source yields is used once, as the seed. */
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
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
  }
}
