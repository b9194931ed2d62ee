import type { TimedMeasure } from '../reading/frame-measure.ts'
import type { Challenge } from './challenge.ts'
import { check, type LivenessCheck } from './liveness-check.ts'
import { livenessLimits } from './liveness-limits.ts'
import { mean, median } from './statistics.ts'

/**
 * Checks whether the pictures are good enough for a decision. If one of these checks fails, the verdict is
 * "unclear".
 */
export function judgeCapture(frames: readonly TimedMeasure[], challenge: Challenge): LivenessCheck[] {
  const limits = livenessLimits.frames
  const endMs = Math.max(...challenge.steps.map(({ toMs }) => toMs))
  const faces = frames.flatMap(({ face }) => (face ? [face] : []))
  const missing = frames.length === 0 ? 1 : 1 - faces.length / frames.length
  const rate = slowestRate(frames, endMs)
  const size = median(faces.map(({ features }) => features.size))
  const light = median(faces.map(({ skin }) => mean([skin.red, skin.green, skin.blue])))
  const covers = faces.flatMap(({ cover: each }) => (each === undefined ? [] : [each]))
  const cover = median(covers)
  return [
    check(
      'frame-rate',
      rate >= limits.minPerSecond,
      rate,
      limits.minPerSecond,
      'Pictures per second, in the slowest second of the capture up to the end of the last step.',
    ),
    check(
      'face-in-view',
      missing <= limits.maxWithoutFace,
      missing,
      limits.maxWithoutFace,
      'Share of pictures without a face.',
    ),
    check('face-size', size >= limits.minFaceSize, size, limits.minFaceSize, 'Size of the face in pixels.'),
    check(
      'light',
      light >= limits.minLight && light <= limits.maxLight,
      light,
      light > limits.maxLight ? limits.maxLight : limits.minLight,
      'Light on the face: neither too dark nor overexposed.',
    ),
    check(
      'face-bare',
      covers.length === 0 ? 'not-checked' : cover <= limits.maxCover,
      cover,
      limits.maxCover,
      'Difference in colour between the upper and lower parts of the face.',
    ),
  ]
}

/** Returns the number of pictures in the slowest second between time 0 and the end of the last step. */
function slowestRate(frames: readonly TimedMeasure[], endMs: number): number {
  let slowest = Number.POSITIVE_INFINITY
  for (let from = 0; from + 1_000 <= endMs; from += 500) {
    slowest = Math.min(slowest, frames.filter(({ atMs }) => atMs >= from && atMs < from + 1_000).length)
  }
  return slowest
}
