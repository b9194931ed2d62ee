import type { Raster } from '@touchstone/images'
import { landmarks } from './landmarks.ts'
import { type SkinColour, skinAt } from './measure-skin.ts'
import { type Point, pointAt } from './point.ts'

/**
 * How much the lower face differs in colour from the upper one, brightness left out: the least difference between any of
 * two places above and three below. Hair over the forehead, glasses, a beard or a shadow change one of them; a mask or a
 * scarf all that lie below.
 */
export function measureCover(picture: Raster, points: readonly Point[]): number {
  const hues = (places: readonly number[]) =>
    places.map((place) => hue(skinAt(picture, points, [pointAt(points, place)])))
  const upper = hues(landmarks.upperSkin)
  const lower = hues(landmarks.lowerSkin)
  return Math.min(
    ...upper.flatMap((above) => lower.map((below) => Math.hypot(above[0] - below[0], above[1] - below[1]))),
  )
}

function hue({ red, green, blue }: SkinColour): readonly [number, number] {
  const light = red + green + blue
  return light > 0 ? [red / light, green / light] : [1 / 3, 1 / 3]
}
