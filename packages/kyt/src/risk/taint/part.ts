import type { BalanceEvent } from '../../lookup/balance-history.ts'
import type { Direction } from '../../policy/risk-policy.ts'

/** Value that is to be followed from some events of a purse. */
export type RequestedValues = ReadonlyMap<BalanceEvent, bigint>

/** A part of it, at the event by which it came (`received`) or left (`sent`). */
export type Part = {
  readonly event: BalanceEvent
  readonly value: bigint
  /** The event whose value is the largest in this part: how an explanation tells the way. */
  readonly from: BalanceEvent
}

/**
 * Through one purse: `received` asks of money that left by which money it had come, `sent` asks of money that came by
 * which it left.
 */
export type ShareOut = (
  events: readonly BalanceEvent[],
  direction: Direction,
  requested: RequestedValues,
) => Part[]
