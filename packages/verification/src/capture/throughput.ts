import type { Clock } from '@touchstone/common'
import type { Throughput } from '../ports.ts'

/** Frames that one camera sends per second. */
const cameraRate = 8
/** Until frames are measured, each worker is assumed to keep up with one camera, with the weight of this time. */
const assumedMs = 5000
/** Weight of all earlier batches after each batch: about the last twenty decide. */
const keptShare = 0.95

/**
 * Measures how many frames the face workers measure per second of their time. Time in which a batch waits for a
 * worker is not the time of a worker: while more batches run than there are workers, each gets its share.
 */
export function createThroughput({ clock, workers }: { clock: Clock; workers: number }): Throughput {
  let frames = (cameraRate * assumedMs) / 1000
  let workedMs = assumedMs
  let running = 0
  /** Time of a worker that each batch has received, if it ran since the start. */
  let shareMs = 0
  let at = clock.now()
  const proceed = () => {
    const now = clock.now()
    if (running > 0) shareMs += Math.max(0, now - at) * Math.min(1, workers / running)
    at = now
  }
  const framesPerSecond = () => (frames / workedMs) * 1000 * workers
  return {
    begin() {
      proceed()
      running += 1
      const from = shareMs
      return (measured) => {
        proceed()
        running -= 1
        if (measured === 0) return
        frames = frames * keptShare + measured
        workedMs = workedMs * keptShare + Math.max(1, shareMs - from)
      }
    },
    framesPerSecond,
    seats: () => Math.max(1, Math.floor(framesPerSecond() / cameraRate)),
  }
}
