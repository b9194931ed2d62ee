import type { BalanceHistories } from '../../lookup/balance-history.ts'
import type { Valuation } from '../valuation.ts'
import type { Arrival } from './expand-place.ts'
import type { Ask } from './frontier.ts'

/**
 * Money that an address got from a service in a transaction in which it gave the service another coin is its own money
 * in another coin: it is followed on in what was given, as far as that was worth as much. (`sent` is the mirror of it.)
 * Without this a single swap would make stolen money new.
 */
export function followSwap(
  arrival: Arrival,
  balances: BalanceHistories | undefined,
  valuation: Valuation,
): { asks: Ask[]; rest: bigint } {
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
  if (given === 0n || worthHere === 0n) return { asks: [], rest: value }
  const swapped = given < worthHere ? (value * given) / worthHere : value
  let left = swapped
  let leftWorth = given
  const asks = others.map(({ coin, position, worth }): Ask => {
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
  return { asks: asks.filter((ask) => ask.value > 0n), rest: value - swapped }
}
