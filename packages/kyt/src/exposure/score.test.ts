import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RiskClass } from '../labels/categories.ts'
import { describeRisk } from './describe-risk.ts'
import { levelOf, scoreOf, squareRoot, wholeShare } from './score.ts'

test.each([
  ['none', {}, 3],
  ['severe', {}, 100],
  ['suspected', {}, 91],
  ['high', {}, 75],
  ['medium', {}, 45],
  ['none', { severe: 1_000_000n }, 93],
  ['none', { severe: 250_000n }, 48], // a quarter of the volume: half of 90, and the floor
  ['none', { medium: 1_000_000n }, 33],
  ['none', { severe: 1_000_000n, high: 1_000_000n }, 100],
  ['medium', { medium: 10_000n }, 45],
] as const)('own class %s and dealings %o score %i', (own, dealings, score) => {
  expect(scoreOf(own, new Map(Object.entries(dealings) as [RiskClass, bigint][]))).toBe(score)
})

test('more dirty money never scores less, and scores stay between 3 and 100', () => {
  const share = fc.bigInt({ min: 0n, max: wholeShare })
  const riskClass = fc.constantFrom<RiskClass>('severe', 'suspected', 'high', 'medium')
  fc.assert(
    fc.property(riskClass, riskClass, share, share, share, (own, other, a, b, c) => {
      const [less, more] = a < b ? [a, b] : [b, a]
      const score = (value: bigint) =>
        scoreOf(
          'none',
          new Map([
            [own, c],
            [other, value],
          ]),
        )
      expect(score(more)).toBeGreaterThanOrEqual(score(less))
      for (const value of [score(less), score(more)]) {
        expect(value).toBeGreaterThanOrEqual(3)
        expect(value).toBeLessThanOrEqual(100)
      }
    }),
  )
})

test('the square root is exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (value) => {
      const root = squareRoot(value)
      expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true)
    }),
  )
})

test.each([
  [3, 'Low'],
  [30, 'Low'],
  [31, 'Moderate'],
  [70, 'Moderate'],
  [71, 'High'],
  [90, 'High'],
  [91, 'Severe'],
  [100, 'Severe'],
])('score %i is %s', (score, level) => {
  expect(levelOf(score)).toBe(level)
})

test('a description says what the address is and whom it dealt with, the largest first', () => {
  const dealing = (name: string, category: 'theft' | 'mixer' | 'exchange', value: bigint, incident = '') => ({
    name,
    category,
    incident,
    address: `at ${name}`,
    value,
  })
  const one = 10n ** 18n
  const risk = describeRisk({
    own: { category: 'gambling', incident: '' },
    dealings: [
      dealing('Mix', 'mixer', one),
      dealing('Thief', 'theft', 3n * one, 'The heist'),
      dealing('Bank', 'exchange', 90n * one),
    ],
    whole: 100n * one,
  })
  expect(risk.detail_list).toEqual([
    'Gambling',
    'Interact With Malicious Address',
    'Interact With High-risk Tag Address',
  ])
  expect(risk.hacking_event).toBe('The heist')
  expect(risk.risk_detail).toEqual([
    { label: 'Thief', type: 'malicious', volume: 3, address: 'at Thief', percent: 0.03 },
    { label: 'Mix', type: 'high_risk', volume: 1, address: 'at Mix', percent: 0.01 },
  ])
})
