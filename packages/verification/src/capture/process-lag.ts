import type { Clock } from '@touchstone/common'
import type { ProcessLag } from '../ports.ts'

const periodMs = 50
/** A timer delay below this threshold does not count as a stall. */
const jitterMs = 20
/** How long stalls are kept. Every capture is shorter than this. */
const keptMs = 120_000

type Every = (ms: number, tick: () => void) => { stop(): void }

/**
 * Records the periods in which this process could not handle events, because another task occupied the thread
 * or the machine was overloaded. A timer with a period of 50 ms detects such stalls. Clients cannot influence
 * the measurement.
 */
export function createProcessLag(options: { clock: Clock; every?: Every }): ProcessLag & { stop(): void } {
  const { clock, every = onTimer } = options
  const stalls: { from: number; to: number }[] = []
  let dueAt = clock.now() + periodMs
  const timer = every(periodMs, () => {
    const now = clock.now()
    if (now - dueAt >= jitterMs) stalls.push({ from: dueAt, to: now })
    while (stalls[0] && stalls[0].to < now - keptMs) stalls.shift()
    dueAt = now + periodMs
  })
  return {
    during(from, to) {
      // Include the current stall, because after a stall a request can be processed before the timer fires.
      const now = clock.now()
      const current = now - dueAt >= jitterMs ? [{ from: dueAt, to: now }] : []
      return [...stalls, ...current].reduce(
        (sum, stall) => sum + Math.max(0, Math.min(to, stall.to) - Math.max(from, stall.from)),
        0,
      )
    },
    stop: timer.stop,
  }
}

const onTimer: Every = (ms, tick) => {
  const timer = setInterval(tick, ms)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
