import type { GrayRaster } from '@touchstone/images'
import type { DocumentKind } from '../mrz/mrz-layout.ts'
import { evenLight } from '../raster/even-light.ts'
import type { Homography } from '../raster/homography.ts'

/**
 * Height of the part of the page above the zone, in pitches, and number of pixels per pitch in the output.
 */
export const above: Readonly<Record<DocumentKind, { rows: number; pixels: number }>> = {
  TD1: { rows: 11.4, pixels: 36 },
  TD2: { rows: 21.5, pixels: 24 },
  TD3: { rows: 27, pixels: 21 },
  'MRV-A': { rows: 23.8, pixels: 21 },
  'MRV-B': { rows: 21.5, pixels: 24 },
}

/** Rectifies the printed part of the page with the zone's grid and evens out its lighting. */
export function straightenPrint(
  gray: GrayRaster,
  grid: Homography,
  kind: DocumentKind,
  length: number,
): GrayRaster {
  const { rows, pixels } = above[kind]
  const left = -1.6
  const width = Math.round((length + 3.2) * pixels)
  const height = Math.round(rows * pixels)
  const plane = new Float32Array(width * height)
  for (let row = 0, at = 0; row < height; row++) {
    const v = row / pixels - rows - 1
    for (let column = 0; column < width; column++, at++) {
      const u = left + column / pixels
      const depth = grid[6] * u + grid[7] * v + grid[8]
      plane[at] = sample(
        gray,
        (grid[0] * u + grid[1] * v + grid[2]) / depth,
        (grid[3] * u + grid[4] * v + grid[5]) / depth,
      )
    }
  }
  return evenLight(plane, width, height, pixels * 1.2)
}

function sample({ width, height, data }: GrayRaster, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const fx = Math.max(0, Math.min(1, x - left))
  const fy = Math.max(0, Math.min(1, y - top))
  const at = top * width + left
  const a = data[at] ?? 0
  const b = data[at + 1] ?? 0
  const c = data[at + width] ?? 0
  const d = data[at + width + 1] ?? 0
  return (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy
}
