import { transformRows } from './transform-rows.ts'

export const gridSide = 64

/** Waves longer than this share of the patch are features of a face, not of a screen. */
const lowest = 0.28

/**
 * A camera that looks at a screen sees the screen's pixels beat against its own: a wave that repeats all over the face.
 * Skin has no such wave. The measure is the strongest single wave of the finer ones, over their median strength.
 */
export function measureGrid(patch: Float64Array): number {
  const side = gridSide
  const real = new Float64Array(side * side)
  const mean = patch.reduce((sum, value) => sum + value, 0) / patch.length
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = row * side + column
      real[at] = ((patch[at] ?? 0) - mean) * window(row, side) * window(column, side)
    }
  }
  const imaginary = new Float64Array(side * side)
  transformRows(real, imaginary, side, { stride: 1, next: side })
  transformRows(real, imaginary, side, { stride: side, next: 1 })
  const strengths: number[] = []
  for (let row = 0; row < side; row++) {
    for (let column = 0; column <= side / 2; column++) {
      const frequency = Math.hypot(Math.min(row, side - row), column) / side
      if (frequency < lowest) continue
      const at = row * side + column
      strengths.push(Math.hypot(real[at] ?? 0, imaginary[at] ?? 0))
    }
  }
  strengths.sort((a, b) => a - b)
  const median = strengths[strengths.length >> 1] ?? 0
  const strongest = strengths.at(-1) ?? 0
  // Below one step of brightness in all there is nothing to beat.
  return strongest / Math.max(median, 1)
}

/** Hann: without it the edges of the patch would look like waves. */
function window(position: number, side: number): number {
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * (position + 0.5)) / side)
}
