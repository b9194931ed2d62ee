import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeHead } from '../testing/made-head.ts'
import { measureFeatures } from './measure-features.ts'
import { measurePose } from './measure-pose.ts'

const angle = fc.double({ min: -35, max: 35, noNaN: true })

test("measures a turn to the person's left as positive yaw and a downward look as positive pitch", () => {
  expect(measurePose(madeHead({ yaw: 20 })).yaw).toBeCloseTo(20, 5)
  expect(measurePose(madeHead({ yaw: -20 })).yaw).toBeCloseTo(-20, 5)
  const rest = measurePose(madeHead()).pitch
  expect(measurePose(madeHead({ pitch: 15 })).pitch - rest).toBeCloseTo(15, 5)
})

test('measures the same turn when the head is tilted sideways', () => {
  fc.assert(
    fc.property(angle, angle, (yaw, roll) => {
      const pose = measurePose(madeHead({ yaw, roll }))
      expect(pose.roll).toBeCloseTo(roll, 5)
      expect(pose.yaw).toBeCloseTo(yaw, 5)
    }),
  )
})

test('measures pose and features independently of position and size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 300 }),
      fc.integer({ min: 0, max: 900 }),
      angle,
      (eyeDistance, x, yaw) => {
        const near = { yaw, eyes: 0.25, mouth: 0.2, eyeDistance, x }
        const seen = { ...measurePose(madeHead(near)), ...measureFeatures(madeHead(near)) }
        const usual = madeHead({ ...near, eyeDistance: 100, x: 320 })
        expect(seen.yaw).toBeCloseTo(measurePose(usual).yaw, 6)
        expect(seen.eyes).toBeCloseTo(measureFeatures(usual).eyes, 6)
        expect(seen.mouth).toBeCloseTo(measureFeatures(usual).mouth, 6)
        expect(seen.size / eyeDistance).toBeCloseTo(measureFeatures(usual).size / 100, 6)
      },
    ),
  )
})

test('measures how far the generated eyes and mouth are open', () => {
  const features = measureFeatures(madeHead({ eyes: 0.21, mouth: 0.42 }))
  expect(features.eyes).toBeCloseTo(0.21, 2)
  // In the generated face, the distance from the forehead to the chin is 2.1 times the distance between the
  // eyes.
  expect(features.mouth).toBeCloseTo(0.42 / 2.1, 2)
})
