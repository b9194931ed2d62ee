import { alignedSide } from '../engine/align-face.ts'

/** The mean strength of fine detail in the aligned face (Laplacian), over its contrast: blur and darkness lower it. */
export function measureSharpness(alignedFace: Float32Array): number {
  const green = (row: number, column: number) => alignedFace[(row * alignedSide + column) * 3 + 1] ?? 0
  let detail = 0
  let sum = 0
  let squares = 0
  let count = 0
  for (let row = 1; row < alignedSide - 1; row++) {
    for (let column = 1; column < alignedSide - 1; column++) {
      const here = green(row, column)
      const around =
        green(row - 1, column) + green(row + 1, column) + green(row, column - 1) + green(row, column + 1)
      detail += Math.abs(4 * here - around)
      sum += here
      squares += here * here
      count += 1
    }
  }
  const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  return deviation < 1 ? 0 : detail / count / deviation
}
