/** A point of the mesh in pixels of the picture; the depth in the same unit, towards the camera negative. */
export type Point = readonly [x: number, y: number, z: number]

const nowhere: Point = [0, 0, 0]

export function pointAt(points: readonly Point[], index: number): Point {
  return points[index] ?? nowhere
}

export function meanPoint(points: readonly Point[], indices: readonly number[]): Point {
  let [x, y, z] = nowhere
  for (const index of indices) {
    const point = pointAt(points, index)
    x += point[0]
    y += point[1]
    z += point[2]
  }
  return [x / indices.length, y / indices.length, z / indices.length]
}

export function distanceInPicture(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}
