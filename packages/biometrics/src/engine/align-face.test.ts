import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeHead } from '../testing/made-head.ts'
import { alignedSide, alignFace } from './align-face.ts'
import { landmarks, meanPoint, type Point } from './landmarks.ts'
import { turnRaster } from './turn-raster.ts'

/** Draws a picture with a white disc at a point. */
function spot([x, y]: Point, radius: number) {
  const [width, height] = [640, 480]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let index = 0; index < width * height; index++) {
    const near = Math.hypot((index % width) - x, Math.floor(index / width) - y) <= radius
    data.fill(near ? 255 : 0, index * 4, index * 4 + 3)
    data[index * 4 + 3] = 255
  }
  return { width, height, data }
}

/** Returns the brightness-weighted centre of the aligned face. */
function centreOf(face: Float32Array): [number, number] {
  let [sum, x, y] = [0, 0, 0]
  for (let index = 0; index < alignedSide ** 2; index++) {
    const value = face[index * 3] ?? 0
    sum += value
    x += value * (index % alignedSide)
    y += value * Math.floor(index / alignedSide)
  }
  return [x / sum, y / sum]
}

test("maps eyes and mouth to fixed positions regardless of the face's roll and size", () => {
  const roll = fc.integer({ min: -35, max: 35 })
  fc.assert(
    fc.property(roll, fc.integer({ min: 50, max: 120 }), (lean, eyeDistance) => {
      const [straight, leaning] = [madeHead(), madeHead({ roll: lean, eyeDistance, x: 300, y: 180 })]
      for (const part of [landmarks.leftEye, landmarks.rightEye, landmarks.lips]) {
        const [x, y] = centreOf(alignFace(spot(meanPoint(leaning, part), eyeDistance / 15), leaning))
        const [wantedX, wantedY] = centreOf(alignFace(spot(meanPoint(straight, part), 7), straight))
        expect(Math.abs(x - wantedX)).toBeLessThan(1.5)
        expect(Math.abs(y - wantedY)).toBeLessThan(1.5)
      }
    }),
    { numRuns: 4 },
  )
})

test('extracts a complete face with finite values at the edge of the picture', () => {
  const points = madeHead({ x: 5, y: 5 })
  const face = alignFace(spot([5, 5, 0], 30), points)
  expect(face.length).toBe(alignedSide * alignedSide * 3)
  expect(face.every((value) => value >= 0 && value <= 255)).toBe(true)
})

test('restores a picture after four quarter turns and moves each pixel to the correct position', () => {
  const picture = {
    width: 2,
    height: 3,
    data: Uint8ClampedArray.from({ length: 24 }, (_, index) => index),
  }
  const once = turnRaster(picture, 1)
  expect([once.width, once.height]).toEqual([3, 2])
  // A quarter turn moves the upper left pixel to the upper right corner.
  expect([...once.data.subarray(8, 12)]).toEqual([0, 1, 2, 3])
  expect(turnRaster(turnRaster(once, 1), 2)).toEqual(picture)
  expect(turnRaster(once, 3)).toEqual(picture)
})
