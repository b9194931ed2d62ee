import { createManualClock, createSeededRandom } from '@touchstone/common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actions } from './challenge.ts'
import { drawChallenge } from './draw-challenge.ts'
import { livenessLimits } from './liveness-limits.ts'

const draw = (seed: string) =>
  drawChallenge({ random: createSeededRandom(seed), clock: createManualClock(5_000) })

test('draws three different actions after the colours, including a turn', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const { steps, flashes, expiresAt } = draw(seed)
      expect(new Set(steps.map(({ action }) => action)).size).toBe(3)
      expect(steps.some(({ action }) => action.startsWith('turn-'))).toBe(true)
      const moments = [...flashes, ...steps].flatMap(({ fromMs, toMs }) => [fromMs, toMs])
      expect(moments).toEqual([...moments].sort((a, b) => a - b))
      expect(Math.min(...moments)).toBeGreaterThan(0)
      // Each step leaves enough time to perform the action, and the challenge is short enough for the user to
      // hold a phone still.
      for (const { fromMs, toMs } of steps) expect(toMs - fromMs).toBeGreaterThanOrEqual(2_000)
      expect(Math.max(...moments)).toBeLessThan(17_000)
      expect(expiresAt).toBeGreaterThan(5_000 + Math.max(...moments))
      // The page changes its colour fewer than six times per second, which is fewer than three flashes (a
      // change and back).
      for (const { fromMs, toMs } of flashes) expect(toMs - fromMs).toBeGreaterThan(1_000 / 6)
    }),
  )
})

test('can draw any action at any position, and varies the times of the steps', () => {
  const drawn = Array.from({ length: 400 }, (_, index) => draw(`${index}`))
  for (const place of [0, 1, 2]) {
    expect(new Set(drawn.map(({ steps }) => steps[place]?.action)).size).toBe(actions.length)
  }
  const orders = new Set(drawn.map(({ steps }) => steps.map(({ action }) => action).join()))
  // Of the 120 ordered triples of six actions, 24 contain no turn.
  expect(orders.size).toBeGreaterThan(85)
  expect(orders.size).toBeLessThanOrEqual(96)
  expect(new Set(drawn.map(({ steps }) => steps[0]?.fromMs)).size).toBeGreaterThan(200)
  const sequences = drawn.map(({ flashes }) => flashes.map(({ colour }) => colour).join())
  expect(new Set(sequences).size).toBe(drawn.length)
})

test('draws five different actions in any order within the challenge lifetime if there are no colours', () => {
  const drawn = Array.from({ length: 400 }, (_, index) =>
    drawChallenge({
      random: createSeededRandom(`${index}`),
      clock: createManualClock(5_000),
      colours: false,
    }),
  )
  for (const { steps, flashes, expiresAt } of drawn) {
    expect(flashes).toEqual([])
    expect(new Set(steps.map(({ action }) => action)).size).toBe(5)
    const moments = steps.flatMap(({ fromMs, toMs }) => [fromMs, toMs])
    expect(moments).toEqual([...moments].sort((a, b) => a - b))
    // The time before the first action is sufficient to measure the neutral look.
    expect(Math.min(...moments)).toBeGreaterThan(3_000)
    // At nine pictures per second, all frames of the challenge fit within the frame limit.
    expect((Math.max(...moments) / 1_000) * 9).toBeLessThan(livenessLimits.frames.max)
    expect(expiresAt).toBeGreaterThan(5_000 + Math.max(...moments))
  }
  const orders = new Set(drawn.map(({ steps }) => steps.map(({ action }) => action).join()))
  expect(orders.size).toBeGreaterThan(280)
})
