import type { Raster } from '@touchstone/images'
import { cutOut } from './cut-out.ts'
import { landmarks, meanPoint, type Point } from './landmarks.ts'

/** Side of the embedding's square input, in pixels. */
export const alignedSide = 150

/**
 * The positions of the eyes' midpoint and of the mouth in the square, as in the embedding's training
 * pictures.
 */
const eyesToMouth = 0.45
const middleX = 0.5
const middleY = 0.43

/**
 * Extracts the upright face at the size that the embedding expects, as RGB values from 0 to 255, row by row.
 * Outside the picture, the edge pixels are repeated.
 */
export function alignFace(picture: Raster, points: readonly Point[]): Float32Array {
  const left = meanPoint(points, landmarks.leftEye)
  const right = meanPoint(points, landmarks.rightEye)
  const mouth = meanPoint(points, landmarks.lips)
  const fromEye = (eye: Point) => Math.hypot(mouth[0] - eye[0], mouth[1] - eye[1])
  const side = (fromEye(left) + fromEye(right)) / 2 / eyesToMouth
  const angle = Math.atan2(right[1] - left[1], right[0] - left[0])
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const centreX = (left[0] + right[0] + mouth[0]) / 3
  const centreY = (left[1] + right[1] + mouth[1]) / 3
  const step = side / alignedSide
  return cutOut(picture, {
    width: alignedSide,
    height: alignedSide,
    step,
    place(column, row) {
      const across = column * step - middleX * side
      const down = row * step - middleY * side
      return [centreX + across * cos - down * sin - 0.5, centreY + across * sin + down * cos - 0.5]
    },
  })
}
