import type { BalanceEvent } from '../../lookup/balance-history.ts'
import { shareOutHaircut } from '../taint/haircut.ts'
import type { Part } from '../taint/part.ts'

/**
 * Money that an address spent though nobody was seen to bring it is judged by what the address is recorded to have
 * received until then, spent or not: emptying the purse first helps nobody.
 *
 * Every receipt answers once more for what it brought, and never for more than that, so that dust can't spoil a fortune
 * that the ledger does not know. Of all that was recorded, R, there is S left that has not answered yet; a shortfall of u
 * takes S² × u ÷ (R² + S × u) of it, as an even mixture, and the rest of it stays unrecorded. That is nearly all of a
 * shortfall that is small beside what was recorded, and the same in one payment as in many: of a purse that received R and
 * was then short of U, R × U ÷ (R + U) in all.
 *
 * Asked is the value at each coming that no movement tells. Returns the inferred parts, at recorded comings, and what
 * stays unrecorded; together they are all that was asked.
 */
export function inferOrigin(
  events: readonly BalanceEvent[],
  requested: ReadonlyMap<BalanceEvent, bigint>,
): { parts: Part[]; unrecorded: bigint } {
  const second: BalanceEvent[] = []
  const wanted = new Map<BalanceEvent, bigint>()
  /** The way of an inferred part is told by the shortfall that it is for. */
  const shortfalls = new Map<BalanceEvent, BalanceEvent>()
  let recorded = 0n
  let left = 0n
  let unrecorded = 0n
  for (const event of events) {
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
    wanted.set(shortfall, inferred)
    shortfalls.set(shortfall, event)
  }
  const parts = wanted.size === 0 ? [] : shareOutHaircut(second, 'received', wanted)
  return {
    parts: parts.map((part) => ({ ...part, from: shortfalls.get(part.from) ?? part.from })),
    unrecorded,
  }
}
