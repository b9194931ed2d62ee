import type { Raster } from '@touchstone/images'

/** A position in the picture, in pixels. The centre of the first pixel is 0, 0. */
type Place = readonly [x: number, y: number]

/**
 * Resamples a picture at given positions: RGB, 0 to 255, row by row. Repeats the last pixels beyond the
 * picture's edge. `place` maps a point of the result, measured from the pixels' upper left corners, to the
 * picture; `step` is the number of picture pixels per pixel of the result.
 */
export function cutOut(
  picture: Raster,
  cut: { width: number; height: number; step: number; place: (column: number, row: number) => Place },
): Float32Array {
  const { width, height, step, place } = cut
  // Takes several samples per pixel where the picture is larger than the result, against aliasing.
  const samples = Math.max(1, Math.min(4, Math.round(step)))
  const share = 1 / (samples * samples)
  const pixels = new Float32Array(width * height * 3)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3
      for (let sample = 0; sample < samples * samples; sample++) {
        const [x, y] = place(
          column + ((sample % samples) + 0.5) / samples,
          row + (Math.floor(sample / samples) + 0.5) / samples,
        )
        addSample(picture, x, y, share, pixels, at)
      }
    }
  }
  return pixels
}

function addSample(
  picture: Raster,
  x: number,
  y: number,
  share: number,
  pixels: Float32Array,
  at: number,
): void {
  const { width, height, data } = picture
  const clampedX = Math.min(width - 1.001, Math.max(0, x))
  const clampedY = Math.min(height - 1.001, Math.max(0, y))
  const column = Math.floor(clampedX)
  const row = Math.floor(clampedY)
  const right = clampedX - column
  const below = clampedY - row
  const from = (row * width + column) * 4
  const next = from + width * 4
  for (let channel = 0; channel < 3; channel++) {
    const upper = (data[from + channel] ?? 0) * (1 - right) + (data[from + 4 + channel] ?? 0) * right
    const lower = (data[next + channel] ?? 0) * (1 - right) + (data[next + 4 + channel] ?? 0) * right
    pixels[at + channel] = (pixels[at + channel] ?? 0) + (upper * (1 - below) + lower * below) * share
  }
}
