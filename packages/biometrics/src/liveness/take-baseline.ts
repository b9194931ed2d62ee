import type { FaceMeasure, TimedMeasure } from '../reading/frame-measure.ts'
import { livenessLimits } from './liveness-limits.ts'
import { median, medianDeviation } from './statistics.ts'

/**
 * The user's neutral look. Actions are measured relative to it, because eyes, mouths and head poses vary more
 * between people than they change during an action.
 */
export type Baseline = {
  yaw: number
  pitch: number
  eyes?: number
  mouth: number
  size: number
  /** The frame whose pose is closest to the neutral pose. */
  reference: FaceMeasure
  /** Degrees. */
  wander: number
}

/**
 * Measures the neutral look from the frames before the first step. Returns undefined if there are too few
 * frames with a face.
 */
export function takeBaseline(frames: readonly TimedMeasure[], untilMs: number): Baseline | undefined {
  const faces = frames.flatMap(({ atMs, face }) => (face && atMs < untilMs ? [face] : []))
  if (faces.length < livenessLimits.baseline.minFrames) return undefined
  const of = (read: (face: FaceMeasure) => number) => median(faces.map(read))
  const eyes = faces.flatMap(({ features }) => features.eyes ?? [])
  const yaw = of((face) => face.pose.yaw)
  const pitch = of((face) => face.pose.pitch)
  const off = (face: FaceMeasure) => Math.abs(face.pose.yaw - yaw) + Math.abs(face.pose.pitch - pitch)
  const reference = faces.reduce((best, face) => (off(face) < off(best) ? face : best))
  return {
    yaw,
    pitch,
    ...(eyes.length > 0 && { eyes: median(eyes) }),
    mouth: of((face) => face.features.mouth),
    size: of((face) => face.features.size),
    reference,
    wander: Math.max(
      medianDeviation(faces.map(({ pose }) => pose.yaw)),
      medianDeviation(faces.map(({ pose }) => pose.pitch)),
    ),
  }
}
