import { createSeededRandom } from '@touchstone/common'
import { expect, test } from 'vitest'
import { falseMatchRateAt } from '../match/false-match-model.ts'
import { normalQuantile } from '../statistics/normal.ts'
import { calibrateEmbedding, type EmbeddingClaims } from './calibrate-embedding.ts'
import { calibrateLiveness } from './calibrate-liveness.ts'
import type { GroupedPairs } from './group-pairs.ts'

/** Returns normally distributed values from a seeded generator. */
function draw(seed: string, count: number, mean: number, deviation: number): number[] {
  const bytes = createSeededRandom(seed).bytes(count * 4)
  return Array.from(
    { length: count },
    (_, index) => mean + deviation * normalQuantile((bytes.readUInt32BE(index * 4) + 0.5) / 2 ** 32),
  )
}

function pairs(
  options: { people?: number; strangers?: number; own?: number; seed?: string } = {},
): GroupedPairs {
  const { people = 300, strangers = 6_000, own = 0.7, seed = '1' } = options
  return {
    people,
    same: draw(`${seed} same`, people, own, 0.08).map((distance) => [distance]),
    strangers: draw(`${seed} strangers`, strangers, 1.38, 0.06).sort((a, b) => a - b),
  }
}

const claims: EmbeddingClaims = { falseMatchRate: 0.001, missRate: 0.05, people: 10_000 }
const messageOf = (calibrate: () => unknown) => {
  try {
    calibrate()
  } catch (error) {
    return (error as { line: string }).line
  }
  return 'calibrated'
}

test('derives limits that meet the claims and reports confidence bounds for the rates', () => {
  const { same, different, rates, strangers, galleries } = calibrateEmbedding(pairs(), claims)
  // The exact quantiles of the distribution from which the strangers' distances were drawn.
  const curve = { mean: 1.38, deviation: 0.06, measuredDownTo: 0 }
  expect(falseMatchRateAt(same, curve)).toBeLessThan(0.001)
  expect(falseMatchRateAt(same, curve)).toBeGreaterThan(1e-5)
  expect(different).toBeGreaterThanOrEqual(same)
  expect(rates.falseMatches).toMatchObject({ of: 6_000, high: expect.closeTo(0.00079, 5) })
  expect(rates.missed.high).toBeLessThanOrEqual(0.05)
  expect(rates.matched.low).toBeGreaterThan(0.9)
  expect(strangers).toMatchObject({ people: 300, measuredDownTo: expect.closeTo(0.0005, 4) })
  expect(strangers.mean).toBeCloseTo(1.38, 2)
  expect(strangers.deviation).toBeCloseTo(0.06, 2)
  expect(galleries.map(({ people }) => people)).toEqual([1_000, 10_000, 100_000, 1_000_000, 10_000_000])
  for (const [index, { duplicate, grey }] of galleries.entries()) {
    expect(duplicate).toBeLessThan(grey)
    expect(duplicate).toBeLessThan(galleries[index - 1]?.duplicate ?? 2)
  }
})

test('meets the claimed rate in 95% of repeated draws', () => {
  const curve = { mean: 1.38, deviation: 0.06, measuredDownTo: 0 }
  const broken = Array.from({ length: 60 }, (_, seed) =>
    calibrateEmbedding(pairs({ seed: String(seed), strangers: 400 }), { ...claims, falseMatchRate: 0.01 }),
  ).filter(({ same }) => falseMatchRateAt(same, curve) > 0.01).length
  expect(broken).toBeLessThanOrEqual(8)
})

test('sets stricter uniqueness limits for fewer people or a heavier tail', () => {
  const many = calibrateEmbedding(pairs({ people: 3_000 }), claims)
  const few = calibrateEmbedding({ ...pairs({ people: 3_000 }), people: 60 }, claims)
  const duplicateOf = ({ galleries }: typeof many) => galleries[1]?.duplicate ?? 0
  expect(duplicateOf(few)).toBeLessThan(duplicateOf(many))
  const heavy = pairs({ people: 3_000 })
  const relatives = draw('relatives', 60, 1.05, 0.02)
  heavy.strangers = [...heavy.strangers.slice(60), ...relatives].sort((a, b) => a - b)
  expect(duplicateOf(calibrateEmbedding(heavy, claims))).toBeLessThan(duplicateOf(many) - 0.05)
})

test('rejects too few pairs and reports the required number', () => {
  expect(messageOf(() => calibrateEmbedding(pairs({ strangers: 2_994 }), claims))).toBe(
    'A false-match rate of 0.001 needs 2995 pairs of different people; there are 2994. Add pairs of people who have not been compared yet, or use a weaker claim: --false-match-rate 0.0011',
  )
  expect(messageOf(() => calibrateEmbedding(pairs({ people: 58 }), claims))).toContain(
    'A miss rate of 0.05 needs 59 people with two photographs; there are 58.',
  )
})

test('rejects a model that does not distinguish people or cannot support the gallery size', () => {
  expect(messageOf(() => calibrateEmbedding(pairs({ own: 1.35 }), claims))).toContain(
    'The model does not distinguish people',
  )
  const weak = () => calibrateEmbedding(pairs({ own: 0.95 }), { ...claims, people: 1_000_000_000 })
  expect(messageOf(weak)).toMatch(
    /^Among 1000000000 people, the model finds .* Use a smaller gallery: --people \d+;/,
  )
})

test('meets the claimed rate for every kind of attack', () => {
  const live = draw('live', 200, 0.9, 0.03).map((score) => ({ live: true, attack: '', score }))
  const of = (attack: string, mean: number) =>
    draw(attack, 200, mean, 0.05).map((score) => ({ live: false, attack, score }))
  const pictures = [...live, ...of('print', 0.1), ...of('screen', 0.4)]
  const goals = { attacksPassed: 0.05, liveRefused: 0.1 }
  const { limit, rates, kinds } = calibrateLiveness(pictures, goals)
  expect(limit).toBeGreaterThan(0.4)
  expect(limit).toBeLessThan(0.6)
  expect(kinds.print?.hits).toBe(0)
  expect(rates.attacksPassed).toEqual(kinds.screen)
  expect(rates.attacksPassed.high).toBeLessThanOrEqual(0.05)
  expect(rates.liveRefused).toMatchObject({ hits: 0, of: 200 })
  expect(messageOf(() => calibrateLiveness([...live, ...of('mask', 0.9)], goals))).toContain(
    'The model does not distinguish live people from attacks',
  )
  expect(messageOf(() => calibrateLiveness(live, goals))).toContain(
    'needs 59 pictures of the attack "attack"; there are 0.',
  )
})
