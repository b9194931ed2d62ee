import type { Clock } from '@touchstone/common'
import type { CaptureQueue } from '../ports.ts'

/** A seat without pictures for this long is given to the next person. */
const emptySeatMs = 30_000
/** The page polls every two seconds. A page that has not polled for this long has left. */
const goneMs = 15_000

export function createCaptureQueue({ clock, seats }: { clock: Clock; seats: number }): CaptureQueue {
  const seated = new Map<number, number>()
  /** In order of arrival. */
  const waiting = new Map<number, number>()
  const measuring = new Map<string, Promise<void>>()
  return {
    place(journeyId) {
      const now = clock.now()
      dropOlder(seated, now - emptySeatMs)
      dropOlder(waiting, now - goneMs)
      if (!seated.has(journeyId)) {
        waiting.set(journeyId, now)
        const place = [...waiting.keys()].indexOf(journeyId) + 1
        if (place > seats - seated.size) return place
        waiting.delete(journeyId)
      }
      seated.set(journeyId, now)
      return 0
    },
    keepSeat(journeyId) {
      if (seated.has(journeyId)) seated.set(journeyId, clock.now())
    },
    leave(journeyId) {
      seated.delete(journeyId)
      waiting.delete(journeyId)
    },
    measure(captureId, work) {
      const before = measuring.get(captureId) ?? Promise.resolve()
      const run = before
        .then(work)
        .catch(() => undefined)
        .finally(() => {
          if (measuring.get(captureId) === run) measuring.delete(captureId)
        })
      measuring.set(captureId, run)
      return run
    },
    async measured(captureId) {
      await measuring.get(captureId)
    },
    isMeasuring: (captureId) => measuring.has(captureId),
    async settled() {
      await Promise.all(measuring.values())
    },
  }
}

function dropOlder(times: Map<number, number>, than: number): void {
  for (const [id, at] of times) if (at < than) times.delete(id)
}
