import type { Raster } from '@touchstone/images'
import { type FoundMrz, findFarMrz, findMrz, rescale } from '../find/find-mrz.ts'
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
  const zone = findMrz(frame) ?? farZone(frame)
  const { width, height } = frame
  const hints = judgePicture({ quality, zone, width, height }).map(hintFor)
  return { ready: hints.length === 0, hints, quality, ...(zone && { zone: zone.corners }) }
}

/** Where nothing else is seen, a document may be too far away: then it helps to say so, not that there is none. */
function farZone(frame: Raster): FoundMrz | undefined {
  const far = findFarMrz(frame)
  const [best] = far?.zones ?? []
  return far && best && rescale(best, 1 / far.factor)
}
