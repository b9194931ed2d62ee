import { distanceInPicture, landmarks, meanPoint, type Point, pointAt } from '../engine/landmarks.ts'

export type Features = {
  /**
   * The height of the eye's opening relative to its width, averaged over both eyes. About 0.3 when the eyes
   * are open. In a capture, it is measured only in frames that need it.
   */
  eyes?: number
  /** The height of the mouth's opening relative to the height of the face. */
  mouth: number
  /**
   * The size of the face in pixels: the forehead-to-chin and eye-to-eye distances combined. The size changes
   * little when the head turns.
   */
  size: number
  centre: readonly [x: number, y: number]
}

export function measureFeatures(points: readonly Point[]): Features & { eyes: number } {
  const [outerLeft, outerRight] = landmarks.outerCorners
  const width = distanceInPicture(pointAt(points, outerLeft), pointAt(points, outerRight))
  const height = distanceInPicture(pointAt(points, landmarks.forehead), pointAt(points, landmarks.chin))
  const lips = distanceInPicture(pointAt(points, landmarks.upperLip), pointAt(points, landmarks.lowerLip))
  const [x, y] = meanPoint(points, landmarks.back)
  return {
    eyes: (openness(points, landmarks.leftEye) + openness(points, landmarks.rightEye)) / 2,
    mouth: height > 0 ? lips / height : 0,
    size: Math.hypot(width, height),
    centre: [x, y],
  }
}

function openness(points: readonly Point[], eye: readonly number[]): number {
  const [corner, above, aboveInner, cornerInner, belowInner, below] = eye.map((index) =>
    pointAt(points, index),
  )
  if (!corner || !above || !aboveInner || !cornerInner || !belowInner || !below) return 0
  const width = distanceInPicture(corner, cornerInner)
  if (width === 0) return 0
  return (distanceInPicture(above, below) + distanceInPicture(aboveInner, belowInner)) / (2 * width)
}
