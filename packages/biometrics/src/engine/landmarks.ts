/** Indexes of the mesh's 478 points, by purpose. Left and right are as seen in the picture. */
export const landmarks = {
  /**
   * The six points of the eye aspect ratio (Soukupová and Čech, 2016): a corner, two points above, the other
   * corner, two points below.
   */
  leftEye: [33, 160, 158, 133, 153, 144],
  rightEye: [362, 385, 387, 263, 373, 380],
  upperLip: 13,
  lowerLip: 14,
  forehead: 10,
  chin: 152,
  outerCorners: [33, 263],
  /** The sides of the head at eye level, for yaw and roll. */
  leftSide: [33, 130, 127, 234],
  rightSide: [263, 359, 356, 454],
  /** The upper forehead and the corners of the jaw, for pitch. Opening the mouth does not move them. */
  top: [10, 109, 338, 151],
  jaw: [132, 361, 58, 288],
  /** Rigid points behind the nose. */
  back: [33, 133, 362, 263, 10, 109, 338, 127, 356, 234, 454, 93, 323, 132, 361, 151],
  /** The tip and the bridge of the nose, in front of the rigid points. */
  nose: [1, 4, 5, 195],
  /** The eyes and lips, as in the 68 landmarks with which the embedding was trained. */
  lips: [61, 40, 37, 0, 267, 270, 291, 321, 314, 17, 84, 91, 78, 82, 13, 312, 308, 317, 14, 87],
  /**
   * The tip of the nose and the corners of the mouth. The operator's embeddings use them, together with the
   * eyes, for alignment.
   */
  noseTip: [1, 4],
  mouthCorners: [61, 291],
  /** Bare skin that reflects the light of a screen: forehead and both cheeks. */
  skin: [151, 50, 280],
  /**
   * `above`: points between the brows and on the forehead. `below`: points on the cheeks and at the tip of
   * the nose.
   */
  upperSkin: [151, 168],
  lowerSkin: [50, 280, 4],
} as const

/**
 * A mesh point, in image pixels. The depth has the same unit and is negative towards the
 * camera.
 */
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
