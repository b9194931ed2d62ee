import type { Raster } from '@touchstone/images'
import { type FoundMrz, findFarMrz, findMrz, rescale } from '../find/find-mrz.ts'
import { type Hint, hintFor } from '../quality/hints.ts'
import { judgePicture } from '../quality/judge-picture.ts'
import { measureQuality, type PictureQuality } from '../quality/measure-quality.ts'
import type { Point } from '../raster/homography.ts'

export type CaptureGuidance = {
  /** True if the frame is good enough to be sent. */
  ready: boolean
  hints: Hint[]
  quality: PictureQuality
  /** Outline of the zone, to be drawn over the camera image. */
  zone?: readonly [Point, Point, Point, Point]
}

/** Returns guidance for the user from a camera frame. Runs in the browser and in Node.js. */
export function guideCapture(frame: Raster): CaptureGuidance {
  const quality = measureQuality(frame)
  const zone = findMrz(frame) ?? farZone(frame)
  const { width, height } = frame
  const hints = judgePicture({ quality, zone, width, height }).map(hintFor)
  return { ready: hints.length === 0, hints, quality, ...(zone && { zone: zone.corners }) }
}

/** If no zone was found, the document may be too far away. This hint is more helpful than "not found". */
function farZone(frame: Raster): FoundMrz | undefined {
  const far = findFarMrz(frame)
  const [best] = far?.zones ?? []
  return far && best && rescale(best, 1 / far.factor)
}
