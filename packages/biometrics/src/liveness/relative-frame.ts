import type { TimedMeasure } from '../reading/frame-measure.ts'
import { measureParallax, type Parallax } from './measure-parallax.ts'
import type { Baseline } from './take-baseline.ts'

/** A frame's measurements relative to the user's neutral look. */
export type RelativeFrame = {
  atMs: number
  /** Degrees; positive values are to the person's left and downwards. */
  yaw: number
  pitch: number
  parallax: Parallax
  /** The opening of the eyes relative to the neutral look. */
  eyes?: number
  /** The additional opening of the mouth since the neutral look, relative to the face's height. */
  mouth: number
  /** The size of the face relative to the neutral look. */
  size: number
}

export function toRelative(frames: readonly TimedMeasure[], baseline: Baseline): RelativeFrame[] {
  return frames.flatMap(({ atMs, face }) => {
    if (face === undefined) return []
    const { pose, features } = face
    return [
      {
        atMs,
        yaw: pose.yaw - baseline.yaw,
        pitch: pose.pitch - baseline.pitch,
        parallax: measureParallax(baseline.reference, face),
        ...(features.eyes !== undefined &&
          baseline.eyes !== undefined && {
            eyes: baseline.eyes > 0 ? features.eyes / baseline.eyes : 0,
          }),
        mouth: features.mouth - baseline.mouth,
        size: baseline.size > 0 ? features.size / baseline.size : 0,
      },
    ]
  })
}
