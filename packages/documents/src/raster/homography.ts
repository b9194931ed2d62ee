/** A projective map of the plane as a 3 × 3 matrix, in row-major order. The last number is 1. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

export type Point = readonly [number, number]

export function project(map: Homography, x: number, y: number): [number, number] {
  const depth = map[6] * x + map[7] * y + map[8]
  return [(map[0] * x + map[1] * y + map[2]) / depth, (map[3] * x + map[4] * y + map[5]) / depth]
}

/**
 * Fits the map from `from` to `to` by least squares. Returns undefined if the points do not determine a
 * map.
 */
export function fitHomography(
  from: readonly Point[],
  to: readonly Point[],
  weights?: readonly number[],
): Homography | undefined {
  const size = 8
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1))
  const add = (row: readonly number[], value: number, weight: number) => {
    for (let i = 0; i < size; i++) {
      const line = matrix[i]
      const factor = (row[i] ?? 0) * weight
      if (line === undefined || factor === 0) continue
      for (let j = 0; j < size; j++) line[j] = (line[j] ?? 0) + factor * (row[j] ?? 0)
      line[size] = (line[size] ?? 0) + factor * value
    }
  }
  // Scales the coordinates of both sets of points to about one, because squared pixel coordinates would
  // dominate the perspective terms.
  const a = scaling(from)
  const b = scaling(to)
  for (let index = 0; index < from.length; index++) {
    const source = from[index]
    const target = to[index]
    if (source === undefined || target === undefined) continue
    const x = (source[0] - a.x) * a.scale
    const y = (source[1] - a.y) * a.scale
    const u = (target[0] - b.x) * b.scale
    const v = (target[1] - b.y) * b.scale
    const weight = weights?.[index] ?? 1
    add([x, y, 1, 0, 0, 0, -u * x, -u * y], u, weight)
    add([0, 0, 0, x, y, 1, -v * x, -v * y], v, weight)
  }
  const solved = solve(matrix, size)
  if (solved === undefined) return undefined
  const at = (index: number) => solved[index] ?? 0
  const inner: Homography = [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), 1]
  const into: Homography = [a.scale, 0, -a.x * a.scale, 0, a.scale, -a.y * a.scale, 0, 0, 1]
  const back: Homography = [1 / b.scale, 0, b.x, 0, 1 / b.scale, b.y, 0, 0, 1]
  return multiply(back, multiply(inner, into))
}

export function invert(m: Homography): Homography {
  const [a, b, c, d, e, f, g, h, i] = m
  const cofactors = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  return normalise(cofactors)
}

export function multiply(a: Homography, b: Homography): Homography {
  const cells: number[] = []
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0
      for (let k = 0; k < 3; k++) sum += (a[row * 3 + k] ?? 0) * (b[k * 3 + column] ?? 0)
      cells.push(sum)
    }
  }
  return normalise(cells)
}

function normalise(cells: readonly number[]): Homography {
  const last = cells[8] || 1e-12
  const at = (index: number) => (cells[index] ?? 0) / last
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), 1]
}

function scaling(points: readonly Point[]): { x: number; y: number; scale: number } {
  let x = 0
  let y = 0
  for (const point of points) {
    x += point[0] / points.length
    y += point[1] / points.length
  }
  let spread = 0
  for (const point of points) spread += Math.hypot(point[0] - x, point[1] - y) / points.length
  return { x, y, scale: 1 / (spread || 1) }
}

/** Solves linear equations by Gaussian elimination with pivoting. The last column is the right-hand side. */
function solve(matrix: Float64Array[], size: number): number[] | undefined {
  for (let column = 0; column < size; column++) {
    let best = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(matrix[row]?.[column] ?? 0) > Math.abs(matrix[best]?.[column] ?? 0)) best = row
    }
    const pivot = matrix[best]
    const here = matrix[column]
    if (pivot === undefined || here === undefined || Math.abs(pivot[column] ?? 0) < 1e-10) return undefined
    matrix[best] = here
    matrix[column] = pivot
    for (let row = 0; row < size; row++) {
      const line = matrix[row]
      if (line === undefined || row === column) continue
      const factor = (line[column] ?? 0) / (pivot[column] ?? 1)
      if (factor === 0) continue
      for (let k = column; k <= size; k++) line[k] = (line[k] ?? 0) - factor * (pivot[k] ?? 0)
    }
  }
  return Array.from({ length: size }, (_, row) => (matrix[row]?.[size] ?? 0) / (matrix[row]?.[row] ?? 1))
}
