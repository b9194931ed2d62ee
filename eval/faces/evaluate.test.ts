import { expect, test } from 'vitest'
import { tiltFlat } from './attacks/tilt.ts'
import { confidence } from './measure/confidence.ts'

test('computes the Wilson interval of a share', () => {
  // Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  for (const [hits, tries, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    expect(confidence(hits, tries).low).toBeCloseTo(low, 3)
    expect(confidence(hits, tries).high).toBeCloseTo(high, 3)
  }
})

test('keeps an untilted print unchanged and narrows a tilted one', () => {
  const [width, height] = [60, 40]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const straight = { yaw: 0, pitch: 0, roll: 0, scale: 1, shiftX: 0, shiftY: 0 }
  const centre = { x: 30, y: 20 }
  const white = (yaw: number) =>
    tiltFlat({ width, height, data }, { ...straight, yaw }, centre, 0).data.filter(
      (value, index) => index % 4 === 0 && value > 128,
    ).length
  expect(white(0)).toBe((width - 1) * (height - 1))
  expect(white(60) / white(0)).toBeGreaterThan(0.4)
  expect(white(60) / white(0)).toBeLessThan(0.6)
})
