import type { Clock } from '@touchstone/common'
import type { CaptureQueue, Throughput } from '../ports.ts'

/**
 * The number of frames that a camera sends per second. The liveness check requires six frames in every
 * second, so with fewer than seven, a single late frame would fail the capture.
 */
export const cameraRates = { usual: 8, least: 7 }
const cameraRate = cameraRates.usual
/**
 * Before the first measurement, each worker is assumed to keep up with one camera. The assumption has the
 * same weight as a measurement over this many milliseconds.
 */
const assumedMs = 5000
/**
 * The factor by which each batch reduces the weight of earlier batches. With this value, the last twenty or
 * so batches dominate.
 */
const keptShare = 0.95

/**
 * Measures how many frames the face workers process per second of worker time. Time that batches spend
 * waiting for a worker is excluded: if there are more running batches than workers, each batch counts only
 * its share of the workers.
 */
export function createThroughput({
  clock,
  workers,
}: {
  clock: Clock
  /** The number of threads that measure frames, in this process or in workers. It can change. */
  workers: () => number
}): Throughput {
  let frames = (cameraRate * assumedMs) / 1000
  let workedMs = assumedMs
  let running = 0
  /** The worker time that a batch would have received if it had been running since the start. */
  let shareMs = 0
  let at = clock.now()
  const proceed = () => {
    const now = clock.now()
    if (running > 0) shareMs += Math.max(0, now - at) * Math.min(1, workers() / running)
    at = now
  }
  const framesPerSecond = () => (frames / workedMs) * 1000 * workers()
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

/**
 * Returns how many frames per second a camera should send. The number is lower if the seated people's cameras
 * send more frames than the workers can measure, for example because the machine has become busier since they
 * were seated.
 */
export function cameraRateFor({
  throughput,
  captures,
}: {
  throughput: Pick<Throughput, 'framesPerSecond'>
  captures: Pick<CaptureQueue, 'seated'>
}): number {
  const isBehind = captures.seated() * cameraRates.usual > throughput.framesPerSecond()
  return isBehind ? cameraRates.least : cameraRates.usual
}
