import type { Raster } from '@touchstone/images'

/** Rotates the picture clockwise by the given number of quarter turns. */
export function turnRaster({ width, height, data }: Raster, quarters: 1 | 2 | 3): Raster {
  const across = quarters !== 2
  const turned = {
    width: across ? height : width,
    height: across ? width : height,
    data: new Uint8ClampedArray(data.length),
  }
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const to = new Uint32Array(turned.data.buffer)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const pixel = from[row * width + column] ?? 0
      const [x, y] =
        quarters === 1
          ? [height - 1 - row, column]
          : quarters === 2
            ? [width - 1 - column, height - 1 - row]
            : [row, width - 1 - column]
      to[y * turned.width + x] = pixel
    }
  }
  return turned
}
