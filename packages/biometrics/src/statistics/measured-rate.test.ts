import { expect, test } from 'vitest'
import { measuredRate, triesFor, upperBound } from './measured-rate.ts'
import { normalQuantile, toleranceFactor } from './normal.ts'

test('matches published tables and the rule of three', () => {
  // The one-sided Clopper-Pearson bound at 95 % for n trials without a hit is 1 - 0.05 ** (1 / n).
  expect(upperBound(0, 300)).toBeCloseTo(1 - 0.05 ** (1 / 300), 9)
  expect(triesFor(0.001)).toBe(2995)
  expect(upperBound(0, 2995)).toBeLessThanOrEqual(0.001)
  expect(upperBound(0, 2994)).toBeGreaterThan(0.001)
  // For 5 hits in 50 trials, R's binom.test returns 4.02 % to 19.88 % (two-sided, 90 %).
  const { rate, low, high } = measuredRate(5, 50)
  expect([rate, low, high].map((value) => Number(value.toFixed(4)))).toEqual([0.1, 0.0402, 0.1988])
  expect(measuredRate(50, 50)).toMatchObject({ rate: 1, high: 1, low: expect.closeTo(0.05 ** (1 / 50), 9) })
  expect(measuredRate(0, 0)).toEqual({ hits: 0, of: 0, rate: 0, low: 0, high: 1 })
})

test('matches the sum of binomial probabilities, even for millions of trials', () => {
  const tail = (hits: number, of: number, rate: number) => {
    let term = of * Math.log1p(-rate)
    let sum = Math.exp(term)
    for (let k = 1; k <= hits; k++) {
      term += Math.log((of - k + 1) / k) + Math.log(rate) - Math.log1p(-rate)
      sum += Math.exp(term)
    }
    return sum
  }
  for (const [hits, of] of [
    [1, 20],
    [7, 3_000],
    [40, 3_000_000],
  ] as const)
    expect(tail(hits, of, upperBound(hits, of))).toBeCloseTo(0.05, 6)
})

test('matches published tolerance factors and approaches the quantile as the number of values grows', () => {
  // The one-sided factor k for 95 % confidence and 99 % of a normal population (ISO 16269-6) is 3.295 for 20
  // values and 2.684 for 100.
  const z = normalQuantile(0.99)
  expect(toleranceFactor(20, z, 0.95)).toBeCloseTo(3.295, 1)
  expect(toleranceFactor(100, z, 0.95)).toBeCloseTo(2.684, 2)
  expect(toleranceFactor(1e7, z, 0.95)).toBeCloseTo(z, 2)
  expect(toleranceFactor(2, z, 0.95)).toBe(Number.POSITIVE_INFINITY)
})
