import type { Raster } from '@touchstone/images'
import { distanceInPicture, landmarks, type Point, pointAt } from '../engine/landmarks.ts'

/**
 * Linear light, from 0 to 1 per channel. On a linear scale, light from the screen and light from the room
 * simply add up.
 */
export type SkinColour = { red: number; green: number; blue: number }

/** Side length of a patch relative to the distance between the outer corners of the eyes. */
const patchShare = 0.2

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** Returns the mean colour of the forehead and both cheeks. */
export function measureSkin(picture: Raster, points: readonly Point[]): SkinColour {
  return skinAt(
    picture,
    points,
    landmarks.skin.map((index) => pointAt(points, index)),
  )
}

/** Returns the mean colour of the patches around the given points of a face. */
export function skinAt(
  { width, height, data }: Raster,
  points: readonly Point[],
  places: readonly Point[],
): SkinColour {
  const [outerLeft, outerRight] = landmarks.outerCorners
  const between = distanceInPicture(pointAt(points, outerLeft), pointAt(points, outerRight))
  const half = Math.max(1, (between * patchShare) / 2)
  const sum = { red: 0, green: 0, blue: 0 }
  let count = 0
  for (const [x, y] of places) {
    for (let row = Math.max(0, Math.ceil(y - half)); row <= Math.min(height - 1, y + half); row++) {
      for (let column = Math.max(0, Math.ceil(x - half)); column <= Math.min(width - 1, x + half); column++) {
        const at = (row * width + column) * 4
        sum.red += linear[data[at] ?? 0] ?? 0
        sum.green += linear[data[at + 1] ?? 0] ?? 0
        sum.blue += linear[data[at + 2] ?? 0] ?? 0
        count += 1
      }
    }
  }
  if (count === 0) return sum
  return { red: sum.red / count, green: sum.green / count, blue: sum.blue / count }
}
