/** Turns, scales and moves: `x = a * u - b * v + left`, `y = b * u + a * v + top`. */
export type Similarity = { a: number; b: number; left: number; top: number }

type Spot = readonly [number, number, ...number[]]

/** The one that brings points nearest to others, by the sum of squares (Umeyama, 1991, without mirroring). */
export function similarity(from: readonly Spot[], to: readonly Spot[]): Similarity {
  const [fromX, fromY] = middle(from)
  const [toX, toY] = middle(to)
  let [along, across, size] = [0, 0, 0]
  for (const [index, [u, v]] of from.entries()) {
    const [x, y] = to[index] ?? [toX, toY]
    along += (u - fromX) * (x - toX) + (v - fromY) * (y - toY)
    across += (u - fromX) * (y - toY) - (v - fromY) * (x - toX)
    size += (u - fromX) ** 2 + (v - fromY) ** 2
  }
  const a = along / size
  const b = across / size
  return { a, b, left: toX - a * fromX + b * fromY, top: toY - b * fromX - a * fromY }
}

function middle(points: readonly Spot[]): [number, number] {
  const sum = points.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}
