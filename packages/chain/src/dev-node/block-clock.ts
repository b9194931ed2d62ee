import type { Clock } from '@touchstone/common'

/**
 * Provides block timestamps in seconds: the clock's time plus the shifts that clients requested. Timestamps
 * never decrease.
 */
export type BlockClock = {
  /** Returns the timestamp that a block would have if it were mined now. */
  peek(): number
  /** Returns the timestamp for the next block. Makes a pending shift permanent. */
  next(): number
  /** Sets the timestamp of the newest block. */
  setHead(time: number): void
  /** Sets the timestamp of the next block. The timestamps of later blocks continue from there. */
  setNext(time: number): void
  advance(seconds: number): void
  /** Saves the shifts and returns a function that restores them. */
  save(): () => void
}

export function createBlockClock(options: { clock: Clock; headTime: number; time?: number }): BlockClock {
  const now = () => Math.floor(options.clock.now() / 1000)
  let head = options.headTime
  let ahead = (options.time ?? Math.max(now(), head)) - now()
  let requested: number | undefined
  const peek = () => requested ?? Math.max(now() + ahead, head)
  return {
    peek,
    next() {
      const time = peek()
      if (requested !== undefined) ahead = requested - now()
      requested = undefined
      return time
    },
    setHead(time) {
      head = time
    },
    setNext(time) {
      requested = time
    },
    advance(seconds) {
      ahead += seconds
    },
    save() {
      const saved = { ahead, requested }
      return () => {
        ahead = saved.ahead
        requested = saved.requested
      }
    },
  }
}
