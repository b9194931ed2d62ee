import fc from 'fast-check'
import { expect, test } from 'vitest'
import { landmarks, type Point, pointAt } from '../engine/landmarks.ts'
import { type HeadPose, madeHead } from '../testing/made-head.ts'
import { livenessLimits } from './liveness-limits.ts'
import { measureParallax } from './measure-parallax.ts'

function firm(points: readonly Point[]) {
  const dot = (index: number) => {
    const [x, y] = pointAt(points, index)
    return [x, y] as const
  }
  return { back: landmarks.back.map(dot), nose: landmarks.nose.map(dot) }
}

const rest = firm(madeHead())
const factor = fc.double({ min: 0.6, max: 1.6, noNaN: true })
const shear = fc.double({ min: -0.4, max: 0.4, noNaN: true })
const shift = fc.double({ min: -200, max: 200, noNaN: true })

test('measures no parallax in a flat picture under any affine transformation', () => {
  fc.assert(
    fc.property(factor, shear, shear, factor, shift, shift, (a, b, c, d, x, y) => {
      fc.pre(Math.abs(a * d - b * c) > 0.1)
      const move = ([px, py]: readonly [number, number]) =>
        [a * px + b * py + x, c * px + d * py + y] as const
      const moved = { back: rest.back.map(move), nose: rest.nose.map(move) }
      const { across, down } = measureParallax(rest, moved)
      expect(Math.abs(across)).toBeLessThan(1e-6)
      expect(Math.abs(down)).toBeLessThan(1e-6)
    }),
  )
})

test('measures parallax in the direction of the turn, above the limit for turns of at least 15 degrees', () => {
  const at = (pose: HeadPose) => measureParallax(rest, firm(madeHead(pose)))
  for (const yaw of [15, 20, 30]) {
    expect(at({ yaw }).across).toBeGreaterThan(livenessLimits.turn.parallax)
    expect(at({ yaw: -yaw }).across).toBeLessThan(-livenessLimits.turn.parallax)
    expect(at({ yaw, eyeDistance: 60, x: 100, roll: 10 }).across).toBeGreaterThan(
      livenessLimits.turn.parallax,
    )
  }
  expect(at({ pitch: 15 }).down).toBeGreaterThan(livenessLimits.nod.parallax)
  expect(at({ pitch: -15 }).down).toBeLessThan(-livenessLimits.nod.parallax)
})

test('returns no parallax for coinciding points', () => {
  const nothing = { back: rest.back.map(() => [5, 5] as const), nose: rest.nose.map(() => [5, 5] as const) }
  expect(measureParallax(nothing, rest)).toEqual({ across: 0, down: 0 })
})
