import type { BalanceEvent } from '../../lookup/balance-history.ts'
import { type Steps, stepsAtOnce } from '../../pace/steps.ts'
import { shareOutHaircut } from '../taint/haircut.ts'
import type { Part } from '../taint/part.ts'

/**
 * Attributes outflow without a recorded origin to all inflow recorded before the outflow, even if that inflow
 * was already spent. A thief therefore gains nothing by emptying the address first.
 *
 * Each receipt is attributed a second time, up to its own amount, so that dust cannot taint a large
 * unrecorded balance. Let R be the recorded inflow and S the part of it not yet attributed a second time. Of
 * a shortfall of u, S² × u ÷ (R² + S × u) is attributed as an even mixture, and the remainder stays
 * unrecorded. A shortfall that is small compared to R is attributed almost entirely. Splitting a shortfall
 * into several payments gives the same result: an address that received R and then falls short by U is
 * attributed R × U ÷ (R + U) in total.
 *
 * `requested` contains the value at each unrecorded receipt. Returns the inferred parts at recorded receipts,
 * and the value that stays unrecorded. The sum of both equals the requested value.
 */
export function* inferOrigin(
  events: readonly BalanceEvent[],
  requested: ReadonlyMap<BalanceEvent, bigint>,
): Steps<{ parts: Part[]; unrecorded: bigint }> {
  const second: BalanceEvent[] = []
  const inferredValues = new Map<BalanceEvent, bigint>()
  /**
   * The unrecorded receipt that covers each shortfall. This receipt determines the path of the inferred
   * parts.
   */
  const shortfalls = new Map<BalanceEvent, BalanceEvent>()
  let recorded = 0n
  let left = 0n
  let unrecorded = 0n
  for (const [index, event] of events.entries()) {
    if (index % stepsAtOnce === 0) yield
    if (event.kind !== 'in') continue
    const { amount, movement } = event
    if (movement !== undefined) {
      recorded += amount
      left += amount
      second.push({ kind: 'in', amount, pool: left, movement })
      continue
    }
    const taken = left === 0n ? 0n : (left * left * amount) / (recorded * recorded + left * amount)
    const value = requested.get(event) ?? 0n
    const inferred = (value * taken) / amount
    unrecorded += value - inferred
    const shortfall: BalanceEvent = { kind: 'out', amount: taken, pool: left, movement: undefined }
    left -= taken
    second.push(shortfall)
    if (inferred === 0n) continue
    inferredValues.set(shortfall, inferred)
    shortfalls.set(shortfall, event)
  }
  const parts = inferredValues.size === 0 ? [] : yield* shareOutHaircut(second, 'received', inferredValues)
  return {
    parts: parts.map((part) => ({ ...part, from: shortfalls.get(part.from) ?? part.from })),
    unrecorded,
  }
}
