import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Movement } from '../../ledger/movement.ts'
import { type BalanceEvent, buildBalanceHistories } from '../../lookup/balance-history.ts'
import { runAtOnce } from '../../pace/steps.ts'
import { type Direction, directions, type TaintMethod } from '../../policy/risk-policy.ts'
import { shareOutBy } from './share-out.ts'

const coin = 1
const move = (
  kind: Movement['kind'],
  amount: bigint,
  at: number,
  more: Partial<Movement> = {},
): Movement => ({
  kind,
  coin,
  time: at,
  block: at,
  tx: `tx${at}`,
  position: 0,
  counterparty: `${kind}${at}`,
  amount,
  ...more,
})

const eventsOf = (movements: readonly Movement[]) =>
  buildBalanceHistories(movements).byCoin.get(coin)?.events ?? ([] as readonly BalanceEvent[])

/** Returns the amounts that were spent at a given time, keyed by the time at which they were received. */
function originsOf(method: TaintMethod, movements: readonly Movement[], spentAt: number) {
  const events = eventsOf(movements)
  const spent = events.find(({ movement, kind }) => kind === 'out' && movement?.time === spentAt)
  if (spent === undefined) throw new Error('nothing was spent at this time')
  const parts = runAtOnce(shareOutBy[method](events, 'received', new Map([[spent, spent.amount]])))
  return Object.fromEntries(
    parts.map(({ event, value }) => [event.movement?.time ?? 'unknown', Number(value)]),
  )
}

describe('three stolen coins, then seven clean coins', () => {
  const received = [move('in', 3n, 1), move('in', 7n, 2)]
  const stolen = 1

  test('poison taints all ten coins', () => {
    expect(originsOf('poison', [...received, move('out', 10n, 3)], 3)[stolen]).toBe(10)
    expect(originsOf('poison', [...received, move('out', 1n, 3)], 3)[stolen]).toBe(1)
  })

  test('haircut taints 30 % of every outgoing transfer', () => {
    expect(originsOf('haircut', [...received, move('out', 10n, 3)], 3)).toEqual({ 1: 3, 2: 7 })
    const inUnits = [move('in', 300n, 1), move('in', 700n, 2), move('out', 400n, 3), move('out', 600n, 4)]
    expect(originsOf('haircut', inUnits, 3)).toEqual({ 1: 120, 2: 280 })
    expect(originsOf('haircut', inUnits, 4)).toEqual({ 1: 180, 2: 420 })
  })

  test('first in, first out taints the first three outgoing coins', () => {
    const spending = [move('out', 3n, 3), move('out', 7n, 4)]
    expect(originsOf('fifo', [...received, ...spending], 3)).toEqual({ 1: 3 })
    expect(originsOf('fifo', [...received, ...spending], 4)).toEqual({ 2: 7 })
    expect(originsOf('fifo', [...received, move('out', 5n, 3)], 3)).toEqual({ 1: 3, 2: 2 })
  })
})

test.each(['haircut', 'fifo', 'poison'] as const)(
  '%s attributes spent funds only to funds that were received earlier',
  (method) => {
    const movements = [move('in', 10n, 1), move('out', 10n, 2), move('in', 10n, 3), move('out', 10n, 4)]
    expect(originsOf(method, movements, 2)).toEqual({ 1: 10 })
  },
)

test('applies incoming transfers before outgoing transfers within a block', () => {
  const movements = [move('out', 5n, 1, { block: 7, tx: 'a' }), move('in', 5n, 1, { block: 7, tx: 'b' })]
  expect(originsOf('haircut', movements, 1)).toEqual({ 1: 5 })
})

test("attributes a shortfall to funds from before the ledger's start", () => {
  expect(originsOf('haircut', [move('in', 4n, 1), move('out', 10n, 2)], 2)).toEqual({ 1: 4, unknown: 6 })
})

test('deducts fees from the mixture proportionally', () => {
  const movements = [move('in', 300n, 1), move('in', 700n, 2), move('fee', 500n, 3), move('out', 500n, 4)]
  expect(originsOf('haircut', movements, 4)).toEqual({ 1: 150, 2: 350 })
})

test("applies a swap's outgoing transfer before its incoming transfer", () => {
  const swap = { tx: 'swap', block: 5 }
  const balances = buildBalanceHistories([
    move('in', 8n, 5, { ...swap, coin: 2 }),
    move('out', 4n, 5, swap),
    move('in', 4n, 1),
  ])
  expect(balances.swaps.get('swap')?.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['out', 4n],
    ['in', 8n],
  ])
})

const movements = fc
  .array(
    fc.record({
      kind: fc.constantFrom<Movement['kind']>('in', 'out', 'fee'),
      amount: fc.bigInt({ min: 0n, max: 1000n }),
      time: fc.integer({ min: 1, max: 6 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((list) => list.map(({ kind, amount, time }, index) => move(kind, amount, time, { tx: `tx${index}` })))

test.each([
  ['haircut', 'received'],
  ['haircut', 'sent'],
  ['fifo', 'received'],
  ['fifo', 'sent'],
] as const)('%s, %s: preserves the total value exactly', (method, direction) => {
  fc.assert(
    fc.property(movements, fc.bigInt({ min: 1n, max: 10n ** 12n }), (list, value) => {
      const events = eventsOf(list)
      const selected = events.filter(({ kind }) => kind === (direction === 'received' ? 'out' : 'in'))
      const requested = new Map(selected.map((event, index) => [event, value + BigInt(index)]))
      const parts = runAtOnce(shareOutBy[method](events, direction, requested))
      const sum = (values: Iterable<bigint>) => [...values].reduce((a, b) => a + b, 0n)
      expect(sum(parts.map((part) => part.value))).toBe(sum(requested.values()))
      for (const { event } of parts) expect(event.kind).toBe(direction === 'received' ? 'in' : 'out')
    }),
  )
})

test('returns the same result whether outgoing transfers are processed together or one at a time', () => {
  fc.assert(
    fc.property(movements, fc.constantFrom<Direction>(...directions), (list, direction) => {
      const events = eventsOf(list)
      const selected = events.filter(({ kind }) => kind === (direction === 'received' ? 'out' : 'in'))
      const scale = 10n ** 12n
      const together = new Map<BalanceEvent, bigint>()
      for (const ask of selected) {
        const alone = new Map([[ask, ask.amount * scale]])
        for (const { event, value } of runAtOnce(shareOutBy.haircut(events, direction, alone)))
          together.set(event, (together.get(event) ?? 0n) + value)
      }
      const requested = new Map(selected.map((event) => [event, event.amount * scale]))
      for (const { event, value } of runAtOnce(shareOutBy.haircut(events, direction, requested))) {
        const difference = value - (together.get(event) ?? 0n)
        // The remainders of the divisions differ between the two orders.
        expect(difference < 100n && difference > -100n).toBe(true)
      }
    }),
  )
})

test('is independent of the order of the rows', () => {
  fc.assert(
    fc.property(movements, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (list, dice) => {
      const shuffled = list.map((one) => ({ one, at: dice.next().value })).sort((a, b) => a.at - b.at)
      expect(eventsOf(shuffled.map(({ one }) => one))).toEqual(eventsOf(list))
    }),
  )
})
