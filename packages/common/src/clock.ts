/** The only source of time. Everything that asks "what time is it" is handed one, so that a test can set it. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export type ManualClock = Clock & {
  set(milliseconds: number): void
  advance(milliseconds: number): void
}

/** A clock that stands still until it is moved: for tests and for telling the demo's past in order. */
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
