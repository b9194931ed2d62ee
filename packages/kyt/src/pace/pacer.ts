/** Divides a process's calculations into short slices, so that other requests are served in between. */
export type Pacer = {
  /** Starts a calculation. `isLate` returns whether its time limit has passed. */
  open(isLate?: () => boolean): Pace
}

/** The pace of one calculation. */
export type Pace = {
  /**
   * Returns undefined if the calculation may continue, and otherwise a promise that resolves at its next turn.
   * Call this function at least once per millisecond of work.
   */
  pause(): Promise<void> | undefined
  /** Waits for a read. The time until it resolves does not count as work. */
  reading<Result>(read: Promise<Result>): Promise<Result>
  isLate(): boolean
}

/** How long a calculation may work without a pause. */
const sliceMs = 2

/**
 * A calculation that has worked for less than this time continues immediately after a read. Most calculations
 * take less time, so they do not wait for long calculations.
 */
const shortMs = 4

type Waiting = { readonly worked: () => number; readonly resume: () => void }

/**
 * Gives one calculation a turn per iteration of the event loop, starting with the calculation that has worked
 * least. Several long calculations therefore delay other requests no more than a single one does.
 */
export function createPacer(): Pacer {
  const waiting = new Set<Waiting>()
  let isScheduled = false

  const schedule = () => {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      let next: Waiting | undefined
      for (const one of waiting) if (next === undefined || one.worked() < next.worked()) next = one
      if (next === undefined) return
      waiting.delete(next)
      next.resume()
      schedule()
    })
  }

  return {
    open(isLate = () => false) {
      let workedMs = 0
      let resumedAt = performance.now()
      let hasRead = false
      const stopWatch = () => {
        workedMs += performance.now() - resumedAt
      }
      const startWatch = () => {
        resumedAt = performance.now()
      }
      return {
        pause() {
          const ranMs = performance.now() - resumedAt
          const mustRejoin = hasRead && workedMs + ranMs > shortMs
          hasRead = false
          if (ranMs < sliceMs && !mustRejoin) return undefined
          stopWatch()
          return new Promise((resolve) => {
            const resume = () => {
              startWatch()
              resolve()
            }
            waiting.add({ worked: () => workedMs, resume })
            schedule()
          })
        },
        async reading(read) {
          stopWatch()
          try {
            return await read
          } finally {
            startWatch()
            hasRead = true
          }
        },
        isLate,
      }
    },
  }
}
