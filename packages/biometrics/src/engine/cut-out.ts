import type { Raster } from '@touchstone/images'

/** A position in the picture, in pixels. The origin is the centre of the first pixel. */
type Place = readonly [x: number, y: number]

/**
 * Resamples a picture at given positions. Returns RGB values from 0 to 255 times `scale`, row by row. Outside the
 * picture, the edge pixels are repeated. `place` is a linear map from a point of the result, measured from the pixels'
 * upper left corners, to a point of the picture. `step` is the number of picture pixels per result pixel.
 */
export function cutOut(
  { width, height, data }: Raster,
  cut: {
    width: number
    height: number
    step: number
    scale?: number
    place: (column: number, row: number) => Place
  },
): Float32Array {
  // Averages several samples per pixel if the picture is larger than the result, to avoid aliasing.
  const samples = Math.max(1, Math.min(4, Math.round(cut.step)))
  const share = (cut.scale ?? 1) / (samples * samples)
  const [originX, originY] = cut.place(0, 0)
  const [rightX, rightY] = cut.place(1, 0)
  const [belowX, belowY] = cut.place(0, 1)
  const across = [(rightX - originX) / samples, (rightY - originY) / samples] as const
  const down = [(belowX - originX) / samples, (belowY - originY) / samples] as const
  const [maxX, maxY] = [width - 1.001, height - 1.001]
  const pixels = new Float32Array(cut.width * cut.height * 3)
  // Allocates nothing, because the innermost loop runs up to a million times per frame.
  for (let sampleRow = 0; sampleRow < cut.height * samples; sampleRow++) {
    const rowAt = Math.floor(sampleRow / samples) * cut.width * 3
    let x = originX + 0.5 * across[0] + (sampleRow + 0.5) * down[0]
    let y = originY + 0.5 * across[1] + (sampleRow + 0.5) * down[1]
    for (let sampleColumn = 0; sampleColumn < cut.width * samples; sampleColumn++) {
      const clampedX = x < 0 ? 0 : x > maxX ? maxX : x
      const clampedY = y < 0 ? 0 : y > maxY ? maxY : y
      const column = clampedX | 0
      const row = clampedY | 0
      const right = clampedX - column
      const below = clampedY - row
      const from = (row * width + column) * 4
      const next = from + width * 4
      const at = rowAt + ((sampleColumn / samples) | 0) * 3
      for (let channel = 0; channel < 3; channel++) {
        const upper = (data[from + channel] ?? 0) * (1 - right) + (data[from + 4 + channel] ?? 0) * right
        const lower = (data[next + channel] ?? 0) * (1 - right) + (data[next + 4 + channel] ?? 0) * right
        pixels[at + channel] = (pixels[at + channel] ?? 0) + (upper * (1 - below) + lower * below) * share
      }
      x += across[0]
      y += across[1]
    }
  }
  return pixels
}
