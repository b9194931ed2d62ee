import type { FoundMrz } from '../find/find-mrz.ts'
import type { HintCode } from './hints.ts'
import type { PictureQuality } from './measure-quality.ts'

/**
 * Limits beyond which pictures are rarely read without errors. They were measured with
 * `npm run eval -- documents`.
 */
export const qualityLimits = { sharpness: 0.4, glare: 0.02, brightness: 45, pitch: 11 }

/** Returns a picture's problems, most severe first. */
export function judgePicture(options: {
  quality: PictureQuality
  zone: FoundMrz | undefined
  width: number
  height: number
}): HintCode[] {
  const { quality, zone, width, height } = options
  const codes: HintCode[] = []
  if (quality.brightness < qualityLimits.brightness) codes.push('picture.too-dark')
  if (zone === undefined) codes.push('document.not-found')
  else {
    // The zone ends a few millimetres before the edge of the page, so a zone at the edge of the picture
    // indicates that the page is cropped.
    const edge = zone.pitch * 0.6
    const outside = zone.corners.some(
      ([x, y]) => x < edge || y < edge || x > width - edge || y > height - edge,
    )
    if (outside) codes.push('document.cropped')
    if (zone.pitch < qualityLimits.pitch) codes.push('document.too-far')
  }
  if (quality.sharpness < qualityLimits.sharpness) codes.push('picture.blurred')
  if (quality.glare > qualityLimits.glare) codes.push('picture.glare')
  return codes
}
