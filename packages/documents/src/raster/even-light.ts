import type { GrayRaster } from '@touchstone/images'
import { blurPlane } from './blur-plane.ts'

/**
 * Divides each pixel by the mean brightness of the surrounding `reach` pixels, which removes shadows but
 * preserves print.
 */
export function evenLight(plane: Float32Array, width: number, height: number, reach: number): GrayRaster {
  const light = plane.slice()
  blurPlane(light, width, height, reach)
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) {
    const share = (plane[at] ?? 0) / Math.max(8, light[at] ?? 0)
    data[at] = Math.max(0, Math.min(255, 215 * (1 + (share - 1) * 1.25)))
  }
  return { width, height, data }
}
