import type { KnownAs } from '../../lookup/known-as.ts'
import { larger } from '../../lookup/numbers.ts'
import type { Valuation } from '../valuation.ts'
import type { Arrival } from './expand-place.ts'
import { isPooled } from './side-book.ts'
import type { TransactionMovement } from './transfers-of.ts'

/**
 * Attributes a service's payout to the parties that paid the service in the same transaction, for example
 * when a swap's proceeds go to a new address. The payers are the parties that gave more than they received,
 * each counted up to the difference. A party that received as much as it gave is not a payer. For `sent`, the
 * roles are reversed: the recipients are the parties that received more than they gave.
 */
export function lookThrough(
  arrival: Arrival,
  transfers: readonly TransactionMovement[],
  knownOf: (address: string) => KnownAs | undefined,
  valuation: Valuation,
): { arrivals: Arrival[]; rest: bigint } {
  const { book, holder, movement, value } = arrival
  const isReceived = book.direction === 'received'
  const worthOf = ({ coin, amount, time }: TransactionMovement) => valuation.worth(coin, amount, time)
  const net = new Map<string, bigint>()
  const add = (party: string, worth: bigint) => net.set(party, (net.get(party) ?? 0n) + worth)
  let here = 0n
  for (const transfer of transfers) {
    const [giver, taker] = isReceived ? [transfer.from, transfer.to] : [transfer.to, transfer.from]
    const worth = worthOf(transfer)
    add(giver, worth)
    add(taker, -worth)
    if (taker === holder && isPooled(knownOf(giver))) here += worth
  }
  const isPerson = (party: string) => party !== '' && !isPooled(knownOf(party))
  const givers = [...net].filter(([party, worth]) => worth > 0n && party !== holder && isPerson(party))
  const given = givers.reduce((sum, [, worth]) => sum + worth, 0n)
  const taken = [...net].reduce(
    (sum, [party, worth]) => (worth < 0n && isPerson(party) ? sum - worth : sum),
    0n,
  )
  const of = larger(taken, here)
  if (given === 0n || of === 0n) return { arrivals: [], rest: value }
  const explained = given < of ? (value * given) / of : value
  let left = explained
  let leftWorth = given
  const arrivals: Arrival[] = []
  for (const [party, worth] of givers) {
    const part = (left * worth) / leftWorth
    left -= part
    leftWorth -= worth
    const own = transfers.filter((one) => (isReceived ? one.from : one.to) === party && worthOf(one) > 0n)
    arrivals.push(...spread(part, own, worthOf).map(([one, share]) => from(arrival, party, one, share)))
  }
  return { arrivals, rest: value - explained }

  function from(base: Arrival, party: string, one: TransactionMovement, share: bigint): Arrival {
    const { coin, position, amount } = one
    return {
      ...base,
      movement: { ...movement, coin, position, amount, counterparty: party },
      value: share,
      through: movement.counterparty,
    }
  }
}

/**
 * Distributes a value over transfers in proportion to their value. The last transfer takes the rounding
 * remainder.
 */
function spread(
  value: bigint,
  transfers: readonly TransactionMovement[],
  worthOf: (transfer: TransactionMovement) => bigint,
): [TransactionMovement, bigint][] {
  let left = value
  let leftWorth = transfers.reduce((sum, one) => sum + worthOf(one), 0n)
  return transfers.map((one) => {
    const part = leftWorth === 0n ? 0n : (left * worthOf(one)) / leftWorth
    left -= part
    leftWorth -= worthOf(one)
    return [one, part]
  })
}
