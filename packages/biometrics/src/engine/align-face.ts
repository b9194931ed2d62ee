import type { Raster } from '@touchstone/images'
import { landmarks } from '../reading/landmarks.ts'
import { meanPoint, type Point } from '../reading/point.ts'

/** The embedding's input: a square of this many pixels. */
export const alignedSide = 150

/** How large the eyes and the mouth stand in the square, as in the pictures that the embedding was trained with. */
const eyesToMouth = 0.45
const middleX = 0.5
const middleY = 0.43

/**
 * Cuts the face out, upright and in the size that the embedding knows: RGB, 0 to 255, row by row. Beyond the picture's
 * edge its last pixels go on.
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
  // Several samples a pixel where the face is larger than the square, against jagged edges.
  const samples = Math.max(1, Math.min(4, Math.round(step)))
  const share = 1 / (samples * samples)
  const face = new Float32Array(alignedSide * alignedSide * 3)
  for (let row = 0; row < alignedSide; row++) {
    for (let column = 0; column < alignedSide; column++) {
      const at = (row * alignedSide + column) * 3
      for (let sample = 0; sample < samples * samples; sample++) {
        const across = (column + ((sample % samples) + 0.5) / samples) * step - middleX * side
        const down = (row + (Math.floor(sample / samples) + 0.5) / samples) * step - middleY * side
        const x = centreX + across * cos - down * sin - 0.5
        const y = centreY + across * sin + down * cos - 0.5
        addSample(picture, x, y, share, face, at)
      }
    }
  }
  return face
}

function addSample(
  picture: Raster,
  x: number,
  y: number,
  share: number,
  face: Float32Array,
  at: number,
): void {
  const { width, height, data } = picture
  const clampedX = Math.min(width - 1.001, Math.max(0, x))
  const clampedY = Math.min(height - 1.001, Math.max(0, y))
  const column = Math.floor(clampedX)
  const row = Math.floor(clampedY)
  const right = clampedX - column
  const below = clampedY - row
  const from = (row * width + column) * 4
  const next = from + width * 4
  for (let channel = 0; channel < 3; channel++) {
    const upper = (data[from + channel] ?? 0) * (1 - right) + (data[from + 4 + channel] ?? 0) * right
    const lower = (data[next + channel] ?? 0) * (1 - right) + (data[next + 4 + channel] ?? 0) * right
    face[at + channel] = (face[at + channel] ?? 0) + (upper * (1 - below) + lower * below) * share
  }
}
