import { createSeededRandom, type Random } from '@touchstone/common'

/** A seeded random generator. */
export type Draw = {
  /** Returns a number from 0 to just below 1. */
  unit(): number
  below(bound: number): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Picks an item like `pick`, but strongly prefers the first items: the index follows a power law. */
  lean<T>(items: readonly T[]): T
  /** Returns an amount of money. Half of the amounts are below the median, and a few are far above it. */
  logNormal(median: number, sigma: number): number
  /** Returns a random number for which every order of magnitude is equally likely. */
  logUniform(low: number, high: number): number
  /** Returns an activity level: very low in most cases, and very high in a few. */
  powerLaw(exponent: number, most: number): number
  /** Returns random bytes in hex, for addresses and transactions. */
  hex(bytes: number): string
}

export function createDraw(seed: string): Draw {
  const random = pooled(createSeededRandom(seed))
  const unit = () => random.bytes(4).readUInt32BE() / 2 ** 32
  const below = (bound: number) => Math.floor(unit() * bound)
  const at = <T>(items: readonly T[], place: number): T => {
    const item = items[place]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  return {
    unit,
    below,
    between: (low, high) => low + (high - low) * unit(),
    chance: (probability) => unit() < probability,
    pick: (items) => at(items, below(items.length)),
    lean: (items) => at(items, Math.floor((items.length + 1) ** unit()) - 1),
    logNormal: (median, sigma) =>
      median * Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())),
    logUniform: (low, high) => low * (high / low) ** unit(),
    powerLaw: (exponent, most) => Math.min(most, Math.floor((1 - unit()) ** (-1 / exponent))),
    hex: (bytes) => `0x${random.bytes(bytes).toString('hex')}`,
  }
}

/** Requests many random bytes at once, because generating a world requires a million draws. */
function pooled(random: Random): Random {
  const size = 4096
  let pool: Buffer = Buffer.alloc(0)
  return {
    bytes(length) {
      if (pool.length < length) pool = Buffer.concat([pool, random.bytes(size)])
      const taken = pool.subarray(0, length)
      pool = pool.subarray(length)
      return taken
    },
  }
}
