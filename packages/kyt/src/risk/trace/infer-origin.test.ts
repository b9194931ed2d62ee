import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, type Paid } from '../../../../../test/support/risk-world.ts'
import type { Movement } from '../../ledger/movement.ts'
import { type BalanceEvent, buildBalanceHistories } from '../../lookup/balance-history.ts'
import { runAtOnce } from '../../pace/steps.ts'
import { defaultRiskPolicy } from '../../policy/risk-policy.ts'
import { inferOrigin } from './infer-origin.ts'

const labels = { thief: 'theft', bank: 'exchange' } as const
const taintOf = async (paid: readonly Paid[], address: string) => {
  const { sides } = await judge({ paid: [...paid], labels }, address)
  return sides.received.findings.reduce((sum, { value }) => sum + Number(value) / 1e6, 0)
}

test('attributes unrecorded outflow to recorded inflow', async () => {
  const paid = [
    { from: 'thief', to: 'mule', usd: 39_984, at: 1 },
    { from: 'mule', to: 'first', usd: 40_023, at: 2 },
    { from: 'mule', to: 'last', usd: 20, at: 3 },
  ]
  const { score, sides } = await judge({ paid, labels }, 'last')
  expect(score.level).toBe('Severe')
  expect(sides.received.findings).toHaveLength(1)
  expect(sides.received.findings[0]).toMatchObject({ address: 'thief', hops: 2, inferred: true })
  expect(sides.received.findings[0]?.steps.map((step) => step.address)).toEqual(['mule', 'thief'])
  // The inferred value and the unrecorded value add up to the total.
  const unrecorded = sides.received.ended.get('unrecorded') ?? 0n
  expect(unrecorded).toBeGreaterThan(0n)
  expect(sides.received.inferred + unrecorded).toBe(20_000_000n)
})

test('keeps funds unrecorded if the sender has no recorded inflow', async () => {
  const { score, sides } = await judge({ paid: [{ from: 'nobody', to: 'x', usd: 900, at: 1 }], labels }, 'x')
  expect(score.score).toBe(3)
  expect(sides.received.ended).toEqual(new Map([['unrecorded', 900_000_000n]]))
  expect(sides.received.inferred).toBe(0n)
})

test('ignores inflow after the shortfall', async () => {
  const paid = [
    { from: 'bystander', to: 'x', usd: 500, at: 1 },
    { from: 'thief', to: 'bystander', usd: 500, at: 2 },
  ]
  expect(await taintOf(paid, 'x')).toBe(0)
})

describe('abuse', () => {
  test('limits the effect of dust on a large unrecorded balance', async () => {
    const paid = [
      { from: 'thief', to: 'bystander', usd: 5, at: 1 },
      ...Array.from({ length: 20 }, (_, turn) => ({
        from: 'bystander',
        to: 'x',
        usd: 50_000,
        at: 2 + turn,
      })),
    ]
    // The dust itself, and at most the same amount again.
    expect(await taintOf(paid, 'x')).toBeLessThanOrEqual(10)
    expect((await judge({ paid, labels }, 'x')).score.level).toBe('Low')
  })

  test('detects stolen funds even if a thief empties the address before unrecorded funds arrive', async () => {
    const stolen = { from: 'thief', to: 'mule', usd: 1000, at: 1 }
    const emptied = [
      stolen,
      { from: 'mule', to: 'own', usd: 1000, at: 2 },
      { from: 'mule', to: 'x', usd: 1000, at: 3 },
    ]
    const { sides, score } = await judge({ paid: emptied, labels }, 'x')
    expect(sides.received.inferred).toBe(500_000_000n)
    expect(score.level).not.toBe('Low')
  })

  test('is not used with the poison method, which taints unrecorded funds anyway', async () => {
    const paid = [
      { from: 'thief', to: 'mule', usd: 100, at: 1 },
      { from: 'mule', to: 'x', usd: 300, at: 2 },
    ]
    const { sides } = await judge({ paid, labels }, 'x', { ...defaultRiskPolicy, method: 'poison' })
    expect(sides.received.findings.map(({ value, inferred }) => [value, inferred])).toEqual([
      [300_000_000n, false],
    ])
  })
})

const coin = 1
const movements = fc
  .array(
    fc.record({
      kind: fc.constantFrom<Movement['kind']>('in', 'out', 'fee'),
      amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((list) =>
    list.map(
      ({ kind, amount }, at): Movement => ({
        kind,
        amount,
        coin,
        time: at,
        block: at,
        tx: `tx${at}`,
        position: 0,
        counterparty: `${kind}${at}`,
      }),
    ),
  )
const move = (kind: 'in' | 'out', amount: bigint, at: number): Movement => ({
  ...{ kind, amount, coin, time: at, block: at, tx: `tx${at}`, position: 0, counterparty: 'c' },
})
const sum = (values: Iterable<bigint>) => [...values].reduce((a, b) => a + b, 0n)
const eventsOf = (list: readonly Movement[]) =>
  buildBalanceHistories(list).byCoin.get(coin)?.events ?? ([] as readonly BalanceEvent[])
const shortfallsOf = (events: readonly BalanceEvent[]) =>
  new Map(
    events
      .filter(({ kind, movement }) => kind === 'in' && movement === undefined)
      .map((event) => [event, event.amount]),
  )

test('preserves the total value exactly', () => {
  fc.assert(
    fc.property(movements, (list) => {
      const events = eventsOf(list)
      const requested = shortfallsOf(events)
      const { parts, unrecorded } = runAtOnce(inferOrigin(events, requested))
      expect(sum(parts.map(({ value }) => value)) + unrecorded).toBe(sum(requested.values()))
    }),
  )
})

test('attributes no more to a receipt than its own amount', () => {
  fc.assert(
    fc.property(movements, (list) => {
      const events = eventsOf(list)
      const { parts } = runAtOnce(inferOrigin(events, shortfallsOf(events)))
      // Each division can round by one unit.
      const slack = BigInt(events.length)
      for (const { event, value } of parts) expect(value <= event.amount + slack).toBe(true)
    }),
  )
})

test('infers the same amount for one shortfall as for several shortfalls with the same sum', () => {
  const amount = fc.bigInt({ min: 10n ** 6n, max: 10n ** 9n })
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 2, maxLength: 10 }), (came, payments) => {
      const inferredOf = (outs: readonly bigint[]) => {
        const events = eventsOf([
          move('in', came, 1),
          move('out', came, 2),
          ...outs.map((out, at) => move('out', out, 3 + at)),
        ])
        return sum(runAtOnce(inferOrigin(events, shortfallsOf(events))).parts.map(({ value }) => value))
      }
      const difference = inferredOf(payments) - inferredOf([sum(payments)])
      expect(difference <= 10n && difference >= -10n).toBe(true)
    }),
  )
})

test('uses only inflow before the shortfall', () => {
  fc.assert(
    fc.property(movements, (list) => {
      const events = eventsOf(list)
      const [first] = shortfallsOf(events)
      if (first === undefined) return
      const at = events.indexOf(first[0])
      const earlier = new Set(events.slice(0, at).map(({ movement }) => movement))
      const { parts } = runAtOnce(inferOrigin(events, new Map([first])))
      for (const { event } of parts) expect(earlier.has(event.movement)).toBe(true)
    }),
  )
})

test('infers a smaller share of a larger shortfall', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      (came, more) => {
        const inferredOf = (missing: bigint) => {
          const move = (kind: 'in' | 'out', amount: bigint, at: number): Movement => ({
            ...{ kind, amount, coin, time: at, block: at, tx: `tx${at}`, position: 0, counterparty: 'c' },
          })
          const events = eventsOf([move('in', came, 1), move('out', came + missing, 2)])
          return sum(runAtOnce(inferOrigin(events, shortfallsOf(events))).parts.map(({ value }) => value))
        }
        const [less, most] = [inferredOf(more), inferredOf(2n * more)]
        expect(less * 2n * more + 2n * more >= most * more).toBe(true)
        expect(most <= came).toBe(true)
      },
    ),
  )
})
