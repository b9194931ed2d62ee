import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builtInLimits, type EmbeddingLimits, facepluginLimits } from '../match/embedding-limits.ts'
import { distanceForFalseMatchRate, falseMatchRateAt } from '../match/false-match-model.ts'
import { measuredRate } from '../statistics/measured-rate.ts'
import { decideUniqueness } from './decide-uniqueness.ts'
import { uniquenessLimits, uniquenessTable } from './uniqueness-limits.ts'

const stranger = { sameDocument: false, sameBirthYear: false }
const verdict = (gallerySize: number, ...candidates: Parameters<typeof decideUniqueness>[0]['candidates']) =>
  decideUniqueness({ candidates, gallerySize }).verdict

test('matches tables of the normal distribution in the tail', () => {
  const normal = { mean: 0.55, deviation: 0.06, measuredDownTo: 1e-3 }
  const { mean, deviation } = normal
  // Quantiles as printed in tables.
  for (const [rate, z] of [
    [0.5, 0],
    [0.025, -1.959964],
    [0.001, -3.090232],
    [1e-6, -4.753424],
    [1e-9, -5.997807],
  ] as const) {
    expect(distanceForFalseMatchRate(rate, normal)).toBeCloseTo(mean + deviation * z, 5)
    expect(falseMatchRateAt(mean + deviation * z, normal) / rate).toBeCloseTo(1, 4)
  }
})

test('interpolates a measured tail and extrapolates it exponentially below the lowest rate', () => {
  const points = [
    { rate: 1e-2, distance: 1.2 },
    { rate: 1e-4, distance: 1 },
  ]
  const model = { mean: 1.4, deviation: 0.07, measuredDownTo: 1e-4, tail: { points, decade: 0.08 } }
  for (const [rate, distance] of [
    [1e-2, 1.2],
    [1e-3, 1.1],
    [1e-4, 1],
    [1e-6, 0.84],
  ] as const) {
    expect(distanceForFalseMatchRate(rate, model)).toBeCloseTo(distance, 9)
    expect(falseMatchRateAt(distance, model) / rate).toBeCloseTo(1, 9)
  }
  // Nothing is known about distances above that of the highest rate, so no larger distance is allowed.
  expect(distanceForFalseMatchRate(0.5, model)).toBe(1.2)
  expect(falseMatchRateAt(1.3, model)).toBe(1)
  expect(distanceForFalseMatchRate(1e-30, model)).toBe(0)
})

test('lists the measured rates in the order of their distances', () => {
  for (const { strangers } of [builtInLimits, facepluginLimits]) {
    const { points = [] } = strangers.tail ?? {}
    expect(points.length).toBeGreaterThan(3)
    expect(strangers.measuredDownTo).toBe(points.at(-1)?.rate)
    const distances = points.map(({ distance }) => distance)
    expect(distances).toEqual(distances.toSorted((x, y) => y - x))
  }
})

test('sets stricter limits for larger galleries and less strict limits for equal birth years', () => {
  const table = uniquenessTable()
  expect(table.map(({ gallerySize }) => gallerySize)).toEqual([1_000, 10_000, 100_000, 1_000_000])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 1, max: 1e7 }), (a, b) => {
      const [few, many] = [uniquenessLimits(Math.min(a, b)), uniquenessLimits(Math.max(a, b))]
      expect(many.duplicate).toBeLessThanOrEqual(few.duplicate)
      expect(many.grey).toBeLessThanOrEqual(few.grey)
      expect(many.duplicate).toBeLessThan(many.grey)
      if (a > 40) expect(uniquenessLimits(a).duplicate).toBeLessThan(uniquenessLimits(a).duplicateOfBirthYear)
    }),
  )
})

test('classifies at most the stated share of simulated strangers as duplicate or grey', () => {
  // The result is deterministic: the share of galleries with someone below a limit is 1 - (1 - rate)^people.
  for (const { gallerySize, falseMatchRate } of uniquenessTable()) {
    expect(1 - (1 - falseMatchRate.duplicate) ** gallerySize).toBeLessThan(0.00101)
    expect(1 - (1 - falseMatchRate.grey) ** gallerySize).toBeLessThan(0.0501)
  }
})

test('classifies a person as new, grey or duplicate by the face alone', () => {
  const { duplicate, grey } = uniquenessLimits(10_000)
  expect(verdict(10_000)).toBe('new')
  expect(verdict(10_000, { distance: grey + 0.01, ...stranger })).toBe('new')
  expect(verdict(10_000, { distance: grey - 0.005, ...stranger })).toBe('grey')
  expect(verdict(10_000, { distance: duplicate - 0.005, ...stranger })).toBe('duplicate')
  expect(verdict(10_000, { distance: 0.9, ...stranger }, { distance: 0.05, ...stranger })).toBe('duplicate')
})

test('returns duplicate for an equal document hash and a similar face, and grey for an equal hash and a different face', () => {
  expect(verdict(1_000_000, { distance: 0.34, sameDocument: true, sameBirthYear: true })).toBe('duplicate')
  const other = decideUniqueness({
    gallerySize: 1_000,
    candidates: [{ distance: 0.7, sameDocument: true, sameBirthYear: true }],
  })
  expect(other).toMatchObject({
    verdict: 'grey',
    reasons: [{ code: 'uniqueness.same-document-other-face', candidate: 0 }],
  })
  expect(other.hint).toMatch(/review/)
})

test('changes grey to duplicate, and new to grey, for equal birth years', () => {
  const limits = uniquenessLimits(10_000)
  const between = (limits.duplicate + limits.duplicateOfBirthYear) / 2
  expect(verdict(10_000, { distance: between, ...stranger, sameBirthYear: true })).toBe('duplicate')
  expect(verdict(10_000, { distance: between, ...stranger })).not.toBe('duplicate')
})

test('reports the error rate and whether it was measured', () => {
  const answer = decideUniqueness({ candidates: [], gallerySize: 1_000 })
  expect(answer.statedFalseDuplicateRate).toBe(0.001)
  expect(answer.basis).toBe('extrapolated')
  expect(decideUniqueness({ candidates: [], gallerySize: 1 }).basis).toBe('measured')
  expect(answer.version).toMatch(/^uniqueness-\d/)
})

test('applies each model’s own limits, calculated for the total gallery size', () => {
  const found = { people: 1_000, duplicate: measuredRate(70, 80), grey: measuredRate(78, 80) }
  const rates = { falseMatches: measuredRate(0, 3_000), matched: found.grey, missed: found.grey, found }
  const newer: EmbeddingLimits = {
    ...{ model: 'newer', same: 0.9, different: 1.1, outlier: 1, rates },
    strangers: { mean: 1.4, deviation: 0.06, measuredDownTo: 1e-9, people: 3_000 },
  }
  const decide = (model: string, distance: number) =>
    decideUniqueness({
      candidates: [{ ...stranger, model, distance }],
      gallerySize: 1_000,
      models: [newer, builtInLimits],
    })
  // The same distance can be large for one model but small for another.
  expect(decide('newer', 0.8).verdict).toBe('duplicate')
  expect(decide(builtInLimits.model, 0.8).verdict).toBe('new')
  expect(decide(builtInLimits.model, 0.2).verdict).toBe('duplicate')
  expect(decide('newer', 0.8)).toMatchObject({
    limits: uniquenessLimits(1_000, newer.strangers),
    formerLimits: { [builtInLimits.model]: uniquenessLimits(1_000) },
    errorRates: { newer: found },
    basis: 'extrapolated',
  })
  expect(() => decide('unknown', 0.1)).toThrow('without limits')
})
