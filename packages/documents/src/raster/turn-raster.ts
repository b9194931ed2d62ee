import type { Raster } from '@touchstone/images'

/** Turns the image clockwise by quarter turns. */
export function turnRaster(picture: Raster, quarters: 0 | 1 | 2 | 3): Raster {
  if (quarters === 0) return picture
  const { width, height } = picture
  const from = new Uint32Array(picture.data.slice().buffer)
  const turned = new Uint32Array(from.length)
  const [wide, high] = quarters === 2 ? [width, height] : [height, width]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const [column, row] =
        quarters === 1
          ? [height - 1 - y, x]
          : quarters === 2
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x]
      turned[row * wide + column] = from[at] ?? 0
    }
  }
  return { width: wide, height: high, data: new Uint8ClampedArray(turned.buffer) }
}
