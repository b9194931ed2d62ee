import type { GrayRaster } from '@touchstone/images'
import type { Homography } from '../raster/homography.ts'
import { patchHeight, patchWidth } from './glyph-net.ts'

/**
 * Centre of a character on the zone's grid. One unit is the character pitch in both directions, so the
 * distance between lines is one of `lineSteps`.
 */
export type Cell = { x: number; y: number }

/** Width, in pitches, of a cell as seen by the network. */
const seenWidth = 1.3
const seenHeight = 1.52

/**
 * Returns one patch per cell. Brightness is relative to the patch's mean, so that lighting and ink have no
 * effect.
 */
export function sampleCells(gray: GrayRaster, grid: Homography, cells: readonly Cell[]): Float32Array[] {
  const deviations: number[] = []
  const patches = cells.map(({ x, y }) => {
    const patch = samplePatch(gray, grid, x, y)
    deviations.push(centre(patch))
    return patch
  })
  // A patch of plain paper contains no ink, and its grain must not be amplified to the contrast of ink.
  const sorted = [...deviations].sort((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length * 0.6)] ?? 1
  const floor = Math.max(2, usual * 0.45)
  for (const [index, patch] of patches.entries()) {
    const scale = 1 / Math.max(floor, deviations[index] ?? 1)
    for (let at = 0; at < patch.length; at++) patch[at] = (patch[at] ?? 0) * scale
  }
  return patches
}

/** Samples the patch around a grid position. Each pixel is the mean of four samples. */
function samplePatch(gray: GrayRaster, grid: Homography, x: number, y: number): Float32Array {
  const patch = new Float32Array(patchWidth * patchHeight)
  const { width, height, data } = gray
  let at = 0
  for (let row = 0; row < patchHeight; row++) {
    for (let column = 0; column < patchWidth; column++, at++) {
      let sum = 0
      for (let part = 0; part < 4; part++) {
        const u = x + ((column + 0.25 + (part & 1) * 0.5) / patchWidth - 0.5) * seenWidth
        const v = y + ((row + 0.25 + (part >> 1) * 0.5) / patchHeight - 0.5) * seenHeight
        const depth = grid[6] * u + grid[7] * v + grid[8]
        const px = clamp((grid[0] * u + grid[1] * v + grid[2]) / depth, width - 2)
        const py = clamp((grid[3] * u + grid[4] * v + grid[5]) / depth, height - 2)
        const left = px | 0
        const top = py | 0
        const fx = px - left
        const fy = py - top
        const from = top * width + left
        const a = data[from] ?? 0
        const b = data[from + 1] ?? 0
        const c = data[from + width] ?? 0
        const d = data[from + width + 1] ?? 0
        sum += a + (b - a) * fx + (c + (d - c) * fx - a - (b - a) * fx) * fy
      }
      patch[at] = sum / 4
    }
  }
  return patch
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
}

/** Subtracts the mean from the patch and returns the standard deviation. */
function centre(patch: Float32Array): number {
  let mean = 0
  for (const value of patch) mean += value
  mean /= patch.length
  let squares = 0
  for (let at = 0; at < patch.length; at++) {
    const value = (patch[at] ?? 0) - mean
    patch[at] = value
    squares += value * value
  }
  return Math.sqrt(squares / patch.length)
}
