import type { BalanceEvent } from '../../lookup/balance-history.ts'
import type { Direction } from '../../policy/risk-policy.ts'
import type { Part, RequestedValues } from './part.ts'

/**
 * Walks a purse against the way of the money that is asked about, gathering what is asked on the way. At each event of
 * the other kind `take` says how much of it goes there and how much is left to look for.
 */
export function walkBalance(
  events: readonly BalanceEvent[],
  direction: Direction,
  requested: RequestedValues,
  take: (value: bigint, event: BalanceEvent) => { part: bigint; left: bigint },
): Part[] {
  const asks = direction === 'received' ? 'out' : 'in'
  const parts: Part[] = []
  let value = 0n
  let largest: { event: BalanceEvent; value: bigint } | undefined
  for (let step = 0; step < events.length; step++) {
    const event = events[direction === 'received' ? events.length - 1 - step : step]
    if (event === undefined) break
    if (event.kind === asks) {
      const more = requested.get(event) ?? 0n
      value += more
      if (more > (largest?.value ?? 0n)) largest = { event, value: more }
    } else if (largest !== undefined) {
      const { part, left } = take(value, event)
      if (part > 0n) parts.push({ event, value: part, from: largest.event })
      value = left
      if (value === 0n) largest = undefined
    }
  }
  return parts
}
