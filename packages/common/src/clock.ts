/** The only source of time, injected so that tests can set it. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export type ManualClock = Clock & {
  set(milliseconds: number): void
  advance(milliseconds: number): void
}

/**
 * Creates a clock that advances only when set. Used in tests, and to create the demo history in chronological
 * order.
 */
export function createManualClock(start: number): ManualClock {
  let current = start
  return {
    now: () => current,
    set: (milliseconds) => {
      current = milliseconds
    },
    advance: (milliseconds) => {
      current += milliseconds
    },
  }
}
