import { transformRows } from './transform-rows.ts'

export const detailSide = 64

/**
 * Measures the strength of each wave in a patch of the face: the amplitudes of the patch's two-dimensional
 * Fourier transform, row by row. When a camera films a screen, interference between the camera's and the
 * screen's pixels produces a wave.
 */
export function measureDetail(patch: Float64Array): Float32Array {
  const side = detailSide
  const real = new Float64Array(side * side)
  const mean = patch.reduce((sum, value) => sum + value, 0) / patch.length
  const window = hannWindow(side)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = row * side + column
      real[at] = ((patch[at] ?? 0) - mean) * (window[row] ?? 0) * (window[column] ?? 0)
    }
  }
  const imaginary = new Float64Array(side * side)
  transformRows(real, imaginary, side, { stride: 1, next: side })
  transformRows(real, imaginary, side, { stride: side, next: 1 })
  return Float32Array.from(real, (value, index) => Math.sqrt(value ** 2 + (imaginary[index] ?? 0) ** 2))
}

/** Returns a Hann window. Without it, the edges of the patch would look like waves. */
function hannWindow(side: number): Float64Array {
  return Float64Array.from(
    { length: side },
    (_, position) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (position + 0.5)) / side),
  )
}
