import type { BalanceHistories } from '../../lookup/balance-history.ts'
import type { Valuation } from '../valuation.ts'
import type { Arrival } from './expand-place.ts'
import type { TraceRequest } from './frontier.ts'

/**
 * Continues a trace through a swap at a service. Funds that an address received in exchange for another coin
 * come from that coin, so the trace continues in the coin that the address gave, up to that coin's value. For
 * `sent`, the directions are reversed. Without this step, a single swap would make stolen funds appear clean.
 */
export function followSwap(
  arrival: Arrival,
  balances: BalanceHistories | undefined,
  valuation: Valuation,
): { requests: TraceRequest[]; rest: bigint } {
  const { movement, value, hops, inferred, path, holder, book } = arrival
  const mine = book.direction === 'received' ? 'in' : 'out'
  let worthHere = 0n
  const others: { coin: number; position: number; worth: bigint }[] = []
  for (const event of balances?.swaps.get(movement.tx) ?? []) {
    const other = event.movement
    if (other === undefined || other.kind === 'fee') continue
    const worth = valuation.worth(other.coin, other.amount, other.time)
    if (other.coin === movement.coin) worthHere += other.kind === mine ? worth : 0n
    else if (other.kind !== mine && worth > 0n)
      others.push({ coin: other.coin, position: other.position, worth })
  }
  const given = others.reduce((sum, { worth }) => sum + worth, 0n)
  if (given === 0n || worthHere === 0n) return { requests: [], rest: value }
  const swapped = given < worthHere ? (value * given) / worthHere : value
  let left = swapped
  let leftWorth = given
  const requests = others.map(({ coin, position, worth }): TraceRequest => {
    const part = (left * worth) / leftWorth
    left -= part
    leftWorth -= worth
    const step = {
      address: holder,
      tx: movement.tx,
      coin,
      time: movement.time,
      through: movement.counterparty,
      swap: true,
    }
    return { coin, tx: movement.tx, position, value: part, hops, inferred, path: { step, before: path } }
  })
  return { requests: requests.filter((request) => request.value > 0n), rest: value - swapped }
}
