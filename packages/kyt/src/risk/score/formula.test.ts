import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultRiskPolicy as policy, riskyClasses } from '../../policy/risk-policy.ts'
import { type ScoreFacts, type SideFacts, scoreOf, type Taint } from './formula.ts'

const usd = 1_000_000n
const nothing: SideFacts = { whole: 0n, unrecorded: 0n, taints: [] }

/** Scores an address that has received these values and has sent a value without risk. */
function scoreWith(
  {
    clean = 0n,
    unrecorded = 0n,
    taints = [],
  }: { clean?: bigint; unrecorded?: bigint; taints?: readonly Taint[] },
  sent: SideFacts = { ...nothing, whole: usd },
) {
  const whole = taints.reduce((sum, { value }) => sum + value, clean + unrecorded)
  const facts: ScoreFacts = {
    own: undefined,
    isPooled: false,
    isInUsd: true,
    shortfall: sent.whole > whole ? sent.whole - whole : 0n,
    received: { whole, unrecorded, taints },
    sent,
  }
  return scoreOf(policy, facts)
}

const stolen = (value: bigint, hops = 1): Taint => ({ riskClass: 'severe', hops, value })

describe('funds of unrecorded origin', () => {
  const value = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const taint = fc.record({
    riskClass: fc.constantFrom(...riskyClasses),
    hops: fc.integer({ min: 1, max: 16 }),
    value: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  })
  const taints = fc.array(taint, { maxLength: 6 })
  const pointsOf = (facts: Parameters<typeof scoreWith>[0]) => scoreWith(facts).received.points

  test('count at a twentieth of their value', () => {
    const { received, score } = scoreWith({ unrecorded: 800n * usd, taints: [stolen(200n * usd)] })
    expect(received.classes).toMatchObject([{ within: 200n * usd, of: 240n * usd, root: 912_870n }])
    expect(score).toBe(90)
    // The score would be 45 if the 800 were clean, and 98 if they did not exist.
    expect(scoreWith({ clean: 800n * usd, taints: [stolen(200n * usd)] }).score).toBe(45)
    expect(scoreWith({ taints: [stolen(200n * usd)] }).score).toBe(98)
  })

  test('add no points of their own', () => {
    fc.assert(
      fc.property(value, value, (clean, unrecorded) => {
        expect(scoreWith({ clean, unrecorded })).toMatchObject({ score: 3, level: 'Low' })
      }),
    )
  })

  test('score between clean funds and no funds', () => {
    fc.assert(
      fc.property(taints, value, value, (taints, clean, unrecorded) => {
        const points = pointsOf({ clean, unrecorded, taints })
        expect(points).toBeGreaterThanOrEqual(pointsOf({ clean: clean + unrecorded, taints }))
        expect(points).toBeLessThanOrEqual(pointsOf({ clean, taints }))
      }),
    )
  })

  test('never lower the score when clean funds become unrecorded', () => {
    fc.assert(
      fc.property(taints, value, value, value, (taints, clean, hidden, unrecorded) => {
        const before = pointsOf({ clean: clean + hidden, unrecorded, taints })
        const after = pointsOf({ clean, unrecorded: unrecorded + hidden, taints })
        expect(after).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  test('never score higher than stolen funds', () => {
    fc.assert(
      fc.property(taints, value, value, value, (taints, clean, unrecorded, more) => {
        const unknown = pointsOf({ clean, unrecorded: unrecorded + more, taints })
        const known = pointsOf({ clean, unrecorded, taints: [...taints, stolen(more)] })
        expect(known).toBeGreaterThanOrEqual(unknown)
      }),
    )
  })
})

test('counts as unrecorded what an address sent beyond its recorded balances', () => {
  const taints = [stolen(50n * usd)]
  const scoreAfter = (whole: bigint) => scoreWith({ taints }, { ...nothing, whole }).score
  expect([0n, 50n, 100n, 1050n, 20_050n].map((sent) => scoreAfter(sent * usd))).toEqual([98, 98, 96, 70, 24])
})

describe('dust', () => {
  const sentOf = (whole: bigint): SideFacts => ({ ...nothing, whole })

  test.each([
    [
      'a small part of what the address received',
      { clean: 100n * usd, taints: [stolen(9n * usd)] },
      1n,
      true,
    ],
    ['just under half of it', { clean: 4n * usd + 1n, taints: [stolen(4n * usd)] }, 1n, true],
    ['half of it', { clean: 4n * usd, taints: [stolen(4n * usd)] }, 1n, false],
    ['the whole history', { taints: [stolen(4n * usd)] }, 1n, false],
    ['the whole history, unspent', { taints: [stolen(4n * usd)] }, 0n, true],
    [
      'all recorded receipts of an address that sent much more',
      { taints: [stolen(4n * usd)] },
      500n * usd,
      true,
    ],
    ['above the limit, unspent', { taints: [stolen(10n * usd)] }, 0n, false],
  ] as const)('is judged by the history of the address: %s', (_what, facts, sent, isDust) => {
    const { received, level } = scoreWith(facts, sentOf(sent))
    expect(received.classes[0]?.isDust).toBe(isDust)
    expect(level === 'Low').toBe(isDust)
  })

  test('is judged together with worse classes', () => {
    const medium: Taint = { riskClass: 'medium', hops: 1, value: 3n * usd }
    const { received } = scoreWith({ clean: 5n * usd, taints: [stolen(3n * usd), medium] })
    expect(received.classes.map(({ riskClass, isDust }) => [riskClass, isDust])).toEqual([
      ['severe', true],
      ['medium', false],
    ])
  })

  test('does not include small payments to a thief, unless the address sent much more elsewhere', () => {
    const paid = (whole: bigint): SideFacts => ({ whole, unrecorded: 0n, taints: [stolen(4n * usd)] })
    const levelOf = (sent: SideFacts) => scoreWith({ clean: 5000n * usd }, sent).level
    expect(levelOf(paid(5n * usd))).toBe('High')
    expect(levelOf(paid(500n * usd))).toBe('Low')
  })

  test('never lowers the score when more stolen funds arrive', () => {
    const amount = fc.bigInt({ min: 1n, max: 20n * usd })
    const list = fc.array(
      fc.record({
        riskClass: fc.constantFrom(...riskyClasses),
        hops: fc.integer({ min: 1, max: 3 }),
        value: amount,
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(list, list, amount, amount, amount, (taints, paid, clean, sent, more) => {
        const side: SideFacts = {
          whole: paid.reduce((sum, { value }) => sum + value, sent),
          unrecorded: 0n,
          taints: paid,
        }
        const before = scoreWith({ clean, taints }, side).score
        const after = scoreWith({ clean, taints: [...taints, stolen(more)] }, side).score
        expect(after).toBeGreaterThanOrEqual(before)
      }),
      { numRuns: 1000 },
    )
  })
})
