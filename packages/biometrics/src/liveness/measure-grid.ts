import { detailSide } from '../reading/measure-detail.ts'

/**
 * The lowest frequency examined, relative to a picture's highest frequency (0.5). Waves of lower frequency
 * are features of the face.
 */
const slowest = 0.15
/** A wave is compared with the waves at these distances from it in the transform. */
const around = { from: 3, to: 4 }

/**
 * Measures how strongly a regular grid appears in a face's fine detail over a session: the strongest wave
 * relative to similar waves. Skin has no dominant wave. A screen has a dominant wave, which stays the same
 * while the face on the screen moves.
 */
export function measureGrid(details: readonly Float32Array[]): number {
  if (details.length === 0) return 0
  const side = detailSide
  const sum = new Float64Array(side * side)
  for (const detail of details) {
    detail.forEach((value, index) => {
      sum[index] = (sum[index] ?? 0) + value / details.length
    })
  }
  const at = (row: number, column: number) =>
    sum[((row + side) % side) * side + ((column + side) % side)] ?? 0
  let strongest = 0
  for (let row = -side / 2; row < side / 2; row++) {
    for (let column = 0; column <= side / 2; column++) {
      if (Math.hypot(row, column) / side < slowest) continue
      const ring = ringAround(row, column, at)
      // Ignore waves that are weaker than one brightness level.
      strongest = Math.max(strongest, at(row, column) / Math.max(ring[ring.length >> 1] ?? 0, 1))
    }
  }
  return strongest
}

function ringAround(row: number, column: number, at: (row: number, column: number) => number): number[] {
  const ring: number[] = []
  for (let down = -around.to; down <= around.to; down++) {
    for (let across = -around.to; across <= around.to; across++) {
      if (Math.max(Math.abs(down), Math.abs(across)) >= around.from)
        ring.push(at(row + down, column + across))
    }
  }
  return ring.sort((a, b) => a - b)
}
