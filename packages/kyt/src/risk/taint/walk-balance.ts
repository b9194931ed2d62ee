import type { BalanceEvent } from '../../lookup/balance-history.ts'
import { type Steps, stepsAtOnce } from '../../pace/steps.ts'
import type { Direction } from '../../policy/risk-policy.ts'
import type { Part, RequestedValues } from './part.ts'

/**
 * Walks a balance history in the direction of the trace and accumulates the requested values. At each event
 * of the opposite kind, `take` returns the part that is attributed to the event and the value that remains.
 */
export function* walkBalance(
  events: readonly BalanceEvent[],
  direction: Direction,
  requested: RequestedValues,
  take: (value: bigint, event: BalanceEvent) => { part: bigint; left: bigint },
): Steps<Part[]> {
  const requestedKind = direction === 'received' ? 'out' : 'in'
  const parts: Part[] = []
  let value = 0n
  let largest: { event: BalanceEvent; value: bigint } | undefined
  for (let step = 0; step < events.length; step++) {
    const event = events[direction === 'received' ? events.length - 1 - step : step]
    if (event === undefined) break
    if (step % stepsAtOnce === 0) yield
    if (event.kind === requestedKind) {
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
