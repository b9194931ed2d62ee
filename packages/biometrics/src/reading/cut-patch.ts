import type { Raster } from '@touchstone/images'
import type { Point } from './point.ts'

/** The brightness (0 to 255) of the `side` by `side` pixels around a point, in the picture's own pixels. */
export function cutPatch({ width, height, data }: Raster, centre: Point, side: number): Float64Array {
  const patch = new Float64Array(side * side)
  const left = Math.round(centre[0] - side / 2)
  const top = Math.round(centre[1] - side / 2)
  for (let row = 0; row < side; row++) {
    const y = Math.min(height - 1, Math.max(0, top + row))
    for (let column = 0; column < side; column++) {
      const x = Math.min(width - 1, Math.max(0, left + column))
      const at = (y * width + x) * 4
      patch[row * side + column] =
        0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    }
  }
  return patch
}
