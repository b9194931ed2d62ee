/**
 * Creates a generator of evenly distributed numbers. The same seed gives the same numbers. Must not be used
 * for secrets.
 */
export function createSeeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    /** Returns an integer from 0 up to, but not including, the bound. */
    below: (bound: number) => Math.floor(next() * bound),
  }
}
