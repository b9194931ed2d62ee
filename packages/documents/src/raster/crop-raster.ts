import type { Raster } from '@touchstone/images'

export type PixelBox = { left: number; top: number; right: number; bottom: number }

/**
 * Returns the part of the image inside the box. The box must consist of whole pixels and be within the
 * image.
 */
export function cropRaster({ width, data }: Raster, { left, top, right, bottom }: PixelBox): Raster {
  const wide = right - left
  const cut = new Uint8ClampedArray(wide * (bottom - top) * 4)
  for (let row = top; row < bottom; row++) {
    const from = (row * width + left) * 4
    cut.set(data.subarray(from, from + wide * 4), (row - top) * wide * 4)
  }
  return { width: wide, height: bottom - top, data: cut }
}
