import type { Raster } from '@touchstone/images'
import { findMrz } from '../find/find-mrz.ts'
import { type Hint, hintFor } from '../quality/hints.ts'
import { judgePicture } from '../quality/judge-picture.ts'
import { measureQuality, type PictureQuality } from '../quality/measure-quality.ts'
import type { Point } from '../raster/homography.ts'

export type CaptureGuidance = {
  /** Nothing speaks against taking this frame. */
  ready: boolean
  hints: Hint[]
  quality: PictureQuality
  /** Where the lines of the zone lie, to be drawn over the camera's picture. */
  zone?: readonly [Point, Point, Point, Point]
}

/** Tells a person at the camera what to do; runs on a frame of the camera, in the browser as well as in Node. */
export function guideCapture(frame: Raster): CaptureGuidance {
  const quality = measureQuality(frame)
  const zone = findMrz(frame)
  const { width, height } = frame
  const hints = judgePicture({ quality, zone, width, height }).map(hintFor)
  return { ready: hints.length === 0, hints, quality, ...(zone && { zone: zone.corners }) }
}
