import type { BalanceEvent } from '../../lookup/balance-history.ts'
import { smaller } from '../../lookup/numbers.ts'
import { stepsAtOnce } from '../../pace/steps.ts'
import type { Part, ShareOut } from './part.ts'

/** First in, first out: the oldest funds in the balance leave first. */
export const shareOutFifo: ShareOut = function* (events, direction, requested) {
  const sums = new Map<BalanceEvent, { value: bigint; from: BalanceEvent; largest: bigint }>()
  /**
   * How much of each event's amount has been attributed so far. Parts are differences between running sums,
   * so that no value is lost by rounding.
   */
  const shared = new Map<BalanceEvent, bigint>()
  let steps = 0
  for (const { came, left, amount } of matchLots(events)) {
    if (steps++ % stepsAtOnce === 0) yield
    const [from, to] = direction === 'received' ? [left, came] : [came, left]
    const value = requested.get(from)
    if (value === undefined) continue
    const before = shared.get(from) ?? 0n
    const after = before + amount
    shared.set(from, after)
    const part = (value * after) / from.amount - (value * before) / from.amount
    if (part === 0n) continue
    const sum = sums.get(to)
    if (sum === undefined) sums.set(to, { value: part, from, largest: part })
    else {
      sum.value += part
      if (part > sum.largest) Object.assign(sum, { from, largest: part })
    }
  }
  return [...sums].map(([event, { value, from }]): Part => ({ event, value, from }))
}

type Match = { readonly came: BalanceEvent; readonly left: BalanceEvent; readonly amount: bigint }

/** Matches outgoing funds with the incoming funds from which they came. */
export function* matchLots(events: readonly BalanceEvent[]): Generator<Match> {
  const lots: { came: BalanceEvent; rest: bigint }[] = []
  let oldest = 0
  for (const event of events) {
    if (event.kind === 'in') {
      lots.push({ came: event, rest: event.amount })
      continue
    }
    let unmatched = event.amount
    while (unmatched > 0n) {
      const lot = lots[oldest]
      if (lot === undefined) break
      const amount = smaller(lot.rest, unmatched)
      lot.rest -= amount
      unmatched -= amount
      if (lot.rest === 0n) oldest += 1
      if (amount > 0n) yield { came: lot.came, left: event, amount }
    }
  }
}
