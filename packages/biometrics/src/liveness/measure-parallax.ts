import { landmarks } from '../engine/landmarks.ts'

type Dot = readonly [number, number]
type FirmPoints = { back: readonly Dot[]; nose: readonly Dot[] }

/**
 * The movement to the right and downwards in the picture, in units of the distance between the outer corners
 * of the eyes.
 */
export type Parallax = { across: number; down: number }

/**
 * Measures how far the nose has moved relative to the rest of the head since the reference frame, after the
 * best affine map has aligned the rest of the head. Apart from slight perspective, every movement of a flat
 * picture is an affine map (shift, rotation, tilt, scale), so the nose in a flat picture moves with the rest
 * of the head. A real nose protrudes and moves separately when the head turns.
 */
export function measureParallax(reference: FirmPoints, now: FirmPoints): Parallax {
  const sums = [0, 1, 2].map(() => [0, 0, 0])
  const rightX = [0, 0, 0]
  const rightY = [0, 0, 0]
  reference.back.forEach((from, index) => {
    const to = now.back[index] ?? from
    const term = [from[0], from[1], 1]
    term.forEach((a, row) => {
      term.forEach((b, column) => {
        const line = sums[row]
        if (line) line[column] = (line[column] ?? 0) + a * b
      })
      rightX[row] = (rightX[row] ?? 0) + a * to[0]
      rightY[row] = (rightY[row] ?? 0) + a * to[1]
    })
  })
  const mapX = solve(sums, rightX)
  const mapY = solve(sums, rightY)
  if (!mapX || !mapY) return { across: 0, down: 0 }
  const [ax = 0, bx = 0, cx = 0] = mapX
  const [ay = 0, by = 0, cy = 0] = mapY
  const growth = Math.sqrt(Math.abs(ax * by - bx * ay))
  const unit = eyeDistance(reference) * growth
  if (unit === 0) return { across: 0, down: 0 }
  let across = 0
  let down = 0
  reference.nose.forEach((from, index) => {
    const to = now.nose[index] ?? from
    across += to[0] - (ax * from[0] + bx * from[1] + cx)
    down += to[1] - (ay * from[0] + by * from[1] + cy)
  })
  const scale = 1 / (reference.nose.length * unit)
  return { across: across * scale, down: down * scale }
}

export function eyeDistance({ back }: Pick<FirmPoints, 'back'>): number {
  const [left, right] = landmarks.outerCorners.map((corner) => back[landmarks.back.indexOf(corner)])
  return left && right ? Math.hypot(right[0] - left[0], right[1] - left[1]) : 0
}

/**
 * Solves a small system of linear equations (Gaussian elimination with pivoting). Returns undefined if
 * there is no solution.
 */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | undefined {
  const size = right.length
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0])
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row
    }
    if (Math.abs(at(pivot, column)) < 1e-12) return undefined
    const kept = rows[column] ?? []
    rows[column] = rows[pivot] ?? []
    rows[pivot] = kept
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const factor = at(row, column) / at(column, column)
      rows[row] = (rows[row] ?? []).map((value, index) => value - factor * at(column, index))
    }
  }
  return rows.map((_, index) => at(index, size) / at(index, index))
}
