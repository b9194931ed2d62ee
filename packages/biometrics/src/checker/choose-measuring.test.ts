import { createSeededRandom, randomInteger } from '@touchstone/common'
import { expect, test } from 'vitest'
import type { Challenge } from '../liveness/challenge.ts'
import { chooseMeasuring, type DrawnFrames } from './choose-measuring.ts'

const challenge: Challenge = {
  flashes: [{ colour: 'red', fromMs: 1_000, toMs: 1_300 }],
  steps: [
    { action: 'turn-left', fromMs: 6_000, toMs: 8_500 },
    { action: 'blink', fromMs: 9_500, toMs: 12_000 },
    { action: 'nod', fromMs: 13_000, toMs: 15_500 },
  ],
  expiresAt: 0,
}
const frameMs = 125
const times = Array.from({ length: 128 }, (_, index) => index * frameMs)

/** Chooses the measurements for a whole capture that arrives in parts of the given length. */
function choose(seed: number, partLength: number, of: Challenge | undefined = challenge) {
  const random = createSeededRandom(`capture ${seed}`)
  const randomInt = (below: number) => randomInteger(random, below)
  const orders: ReturnType<typeof chooseMeasuring>['orders'] = []
  let drawn: DrawnFrames | undefined
  for (let startIndex = 0; startIndex < times.length; startIndex += partLength) {
    const part = times.slice(startIndex, startIndex + partLength)
    const chosen = chooseMeasuring({ times: part, startIndex, challenge: of, drawn, randomInt })
    orders.push(...chosen.orders)
    drawn = chosen.drawn
  }
  const indexesWhere = (is: (order: (typeof orders)[number]) => boolean | undefined) =>
    orders.flatMap((order, index) => (is(order) ? [index] : []))
  return {
    embedded: indexesWhere(({ embedding }) => embedding),
    searched: indexesWhere(({ frame }) => frame?.search),
    looked: indexesWhere(({ frame }) => frame?.eyes),
    detailed: indexesWhere(({ detail }) => detail),
    judged: indexesWhere(({ passive }) => passive),
  }
}

test.each([1, 3, 4, 5, 128])(
  'draws one frame from each complete group when each part has %i frames',
  (length) => {
    for (let seed = 0; seed < 50; seed++) {
      const { embedded, searched, detailed, judged } = choose(seed, length)
      const groupsOf = (indexes: number[], size: number) =>
        indexes.map((index) => Math.floor(index / size)).filter((group) => (group + 1) * size <= 128)
      const complete = (size: number) => Array.from({ length: Math.floor(128 / size) }, (_, group) => group)
      expect(groupsOf(embedded, 8)).toEqual(complete(8))
      expect(groupsOf(searched, 12)).toEqual(complete(12))
      expect(groupsOf(detailed, 3)).toEqual(complete(3))
      expect(groupsOf(judged, 12)).toEqual(complete(12))
    }
  },
)

test('draws each position in a group equally often, so that the drawn frame is unpredictable', () => {
  const captures = 4_000
  const counts = { embedded: new Array(8).fill(0), searched: new Array(12).fill(0) }
  for (let seed = 0; seed < captures; seed++) {
    const { embedded, searched } = choose(seed, 4)
    for (const index of embedded) counts.embedded[index % 8] += 1 / 16 / captures
    for (const index of searched) if (index < 120) counts.searched[index % 12] += 1 / 10 / captures
  }
  for (const share of counts.embedded) expect(share).toBeCloseTo(1 / 8, 2)
  for (const share of counts.searched) expect(share).toBeCloseTo(1 / 12, 2)
})

test('measures the eyes in every frame of a blink, and in a quarter of the frames before the first step', () => {
  const { looked } = choose(1, 4)
  const isBlink = (index: number) => index * frameMs >= 9_500 && index * frameMs <= 12_250
  expect(looked.filter(isBlink)).toEqual(times.flatMap((_, index) => (isBlink(index) ? [index] : [])))
  expect(looked.filter((index) => !isBlink(index)).map((index) => Math.floor(index / 4))).toEqual(
    Array.from({ length: 12 }, (_, group) => group),
  )
})

test('draws twice as many frames before the first step if the challenge has no colours', () => {
  const first = { action: 'turn-left' as const, fromMs: 3_000, toMs: 5_500 }
  const { embedded, looked } = choose(1, 4, { ...challenge, flashes: [], steps: [first] })
  expect(embedded.filter((index) => index < 24)).toHaveLength(6)
  expect(looked).toHaveLength(12)
})
