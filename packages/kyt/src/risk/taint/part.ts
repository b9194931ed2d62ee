import type { BalanceEvent } from '../../lookup/balance-history.ts'
import type { Steps } from '../../pace/steps.ts'
import type { Direction } from '../../policy/risk-policy.ts'

/** The values to trace, keyed by event in a balance history. */
export type RequestedValues = ReadonlyMap<BalanceEvent, bigint>

/**
 * One part of the requested value, assigned to the event in which it was received (`received`) or sent
 * (`sent`).
 */
export type Part = {
  readonly event: BalanceEvent
  readonly value: bigint
  /** The requested event that contributes most to this part. Explanations show that event's path. */
  readonly from: BalanceEvent
}

/**
 * Distributes the requested values over one balance history: `received` attributes outgoing funds to incoming
 * transfers, `sent` attributes incoming funds to outgoing transfers.
 */
export type ShareOut = (
  events: readonly BalanceEvent[],
  direction: Direction,
  requested: RequestedValues,
) => Steps<Part[]>
