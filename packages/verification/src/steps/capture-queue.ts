import type { Clock } from '@touchstone/common'

/**
 * Reading a face takes most of a core: who would have to wait for pictures to be read waits before the camera starts
 * instead, and not with a challenge that runs out. Held by the process, as the workers are that read the pictures.
 */
export type CaptureQueue = {
  /** 0: the camera can start. Otherwise this many are before it, itself counted; it asks again to keep its place. */
  place(journeyId: number): number
  /** Pictures came: somebody sits there. */
  stays(journeyId: number): void
  leave(journeyId: number): void
  /** Measures pictures of a capture, those of one capture in the order in which they came. Never rejects. */
  measure(captureId: string, work: () => Promise<void>): Promise<void>
  /** When all that came of a capture so far has been measured by this process. */
  measured(captureId: string): Promise<void>
  isMeasuring(captureId: string): boolean
  /** When nothing is measured any more. */
  settled(): Promise<void>
}

/** Without a picture for so long the seat is another's. */
const emptySeatMs = 30_000
/** The page asks every two seconds; who has not for so long has gone. */
const goneMs = 15_000

export function createCaptureQueue({ clock, seats }: { clock: Clock; seats: number }): CaptureQueue {
  const seated = new Map<number, number>()
  /** In the order of their coming. */
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
    stays(journeyId) {
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
