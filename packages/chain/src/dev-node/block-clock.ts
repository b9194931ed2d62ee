import type { Clock } from '@touchstone/common'

/** The times of a chain's blocks, in seconds: those of the clock, moved by what was asked, never backwards. */
export type BlockClock = {
  /** The time that a block would have now. */
  peek(): number
  /** The time of the block that is mined next. */
  next(): number
  /** The newest block is of this time now. */
  setHead(time: number): void
  /** The next block is of this time; those after it go on from there. */
  setNext(time: number): void
  advance(seconds: number): void
  /** Returns a function that brings back what was asked of the clock until now. */
  save(): () => void
}

export function createBlockClock(options: { clock: Clock; headTime: number; time?: number }): BlockClock {
  const now = () => Math.floor(options.clock.now() / 1000)
  let head = options.headTime
  let ahead = (options.time ?? Math.max(now(), head)) - now()
  let wanted: number | undefined
  const peek = () => wanted ?? Math.max(now() + ahead, head)
  return {
    peek,
    next() {
      const time = peek()
      if (wanted !== undefined) ahead = wanted - now()
      wanted = undefined
      return time
    },
    setHead(time) {
      head = time
    },
    setNext(time) {
      wanted = time
    },
    advance(seconds) {
      ahead += seconds
    },
    save() {
      const saved = { ahead, wanted }
      return () => {
        ahead = saved.ahead
        wanted = saved.wanted
      }
    },
  }
}
