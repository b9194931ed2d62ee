import type { BalanceHistories } from '../../lookup/balance-history.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { RiskPolicy } from '../../policy/risk-policy.ts'
import { shareOutBy } from '../taint/share-out.ts'
import type { Valuation } from '../valuation.ts'
import { type Arrival, expandPlace } from './expand-place.ts'
import { createFrontier, type Frontier, type Place } from './frontier.ts'
import { lookThrough } from './look-through.ts'
import type { Path } from './path.ts'
import type { NotFollowed } from './side.ts'
import { isAtOnce, isPooled, riskyClassOf, type SideBook } from './side-book.ts'
import { followSwap } from './swap.ts'
import type { TransactionMovement } from './transfers-of.ts'

/** The data sources for tracing. Each query covers many addresses. */
export type TraceSources = {
  /** Returns the addresses' balance histories. Omits addresses with too many transfers to trace. */
  balances(addresses: readonly string[]): Promise<ReadonlyMap<string, BalanceHistories>>
  known(addresses: readonly string[]): Promise<ReadonlyMap<string, KnownAs>>
  /** Returns all transfers in the given transactions. */
  transactions(txs: readonly string[]): Promise<ReadonlyMap<string, readonly TransactionMovement[]>>
  readonly valuation: Valuation
}

/** The data read during the trace, in which each address is read only once. */
export type Seen = {
  /** The queried address. Funds that return to it are not traced again. */
  readonly self: string | undefined
  /** `busy`: the address has too many transfers to trace. */
  readonly balances: Map<string, BalanceHistories | 'busy'>
  readonly known: Map<string, KnownAs | undefined>
}

type Tracing = {
  readonly sources: TraceSources
  readonly policy: RiskPolicy
  readonly frontier: Frontier
  readonly seen: Seen
  addressesLeft: number
  transfersLeft: number
}

/**
 * Number of addresses traced per round. In larger rounds, small values would be traced before larger values
 * that the same round discovers.
 */
const atOnce = 64

/**
 * Traces value to its origins or destinations, largest share first, within the policy's budget. Stops at
 * addresses with a known risk and at services that pool customer funds.
 */
export async function trace(
  sources: TraceSources,
  policy: RiskPolicy,
  roots: readonly Arrival[],
  seen: Seen,
): Promise<void> {
  const { addresses, transfers } = policy.budget
  const frontier = createFrontier()
  const tracing = { sources, policy, frontier, seen, addressesLeft: addresses, transfersLeft: transfers }
  // With the poison method, no origin is inferred, because a recorded tainted transfer also taints unrecorded
  // funds.
  const how = { shareOut: shareOutBy[policy.method], infers: policy.method !== 'poison' }
  let arrivals = roots
  for (;;) {
    await settle(tracing, arrivals)
    const places = frontier.take(atOnce)
    if (places.length === 0) return
    await visit(tracing, places)
    arrivals = places.flatMap((place) => {
      const balances = seen.balances.get(place.address)
      if (balances !== undefined && balances !== 'busy') return expandPlace(place, balances, how)
      leave(place, balances ?? 'budget')
      return []
    })
  }
}

/** Reads the balance histories for a round's addresses, within the budget. */
async function visit(tracing: Tracing, places: readonly Place[]): Promise<void> {
  const { seen, sources } = tracing
  const unseen = new Set(
    places.map(({ address }) => address).filter((address) => !seen.balances.has(address)),
  )
  const toRead = [...unseen].slice(0, tracing.transfersLeft > 0 ? tracing.addressesLeft : 0)
  if (toRead.length === 0) return
  const found = await sources.balances(toRead)
  tracing.addressesLeft -= toRead.length
  const coins = new Set<number>()
  for (const address of toRead) {
    const balances = found.get(address)
    seen.balances.set(address, balances ?? 'busy')
    for (const [coin, { events }] of balances?.byCoin ?? []) {
      tracing.transfersLeft -= events.length
      coins.add(coin)
    }
  }
  await sources.valuation.prepare(coins)
}

/** Records the value of arrivals at which the trace ends, and queues all other arrivals for tracing. */
async function settle(tracing: Tracing, arrivals: readonly Arrival[]): Promise<void> {
  const { frontier, seen, policy } = tracing
  const sums = sumUp(arrivals)
  const isSmall = (book: SideBook, address: string) =>
    (sums.get(book)?.get(address) ?? 0n) + frontier.waiting(book, address) < book.least
  const large = arrivals.filter(({ book, movement }) => !isSmall(book, movement.counterparty))
  await loadKnown(
    tracing,
    large.map(({ movement }) => movement.counterparty),
  )
  // Classify all arrivals before any of them is queued, because queueing increases the pending value.
  const isLarge = new Set(large)
  const atServices: Arrival[] = []
  for (const arrival of arrivals) {
    const { book, movement, value, hops, inferred } = arrival
    const { counterparty } = movement
    const known = seen.known.get(counterparty)
    const riskClass = riskyClassOf(known)
    if (counterparty === '') book.end('issued', value)
    else if (counterparty === seen.self) book.addReturned(value)
    else if (known !== undefined && riskClass !== undefined) {
      const path = lengthen(arrival)
      book.find({ address: counterparty, known, riskClass, hops: hops + 1, inferred, value, path })
    } else if (isPooled(known)) atServices.push(arrival)
    else if (hops + 1 >= policy[book.direction].hops) book.leave('hops', value)
    else if (!isLarge.has(arrival)) book.leave('small', value)
    else {
      const { coin, tx, position } = movement
      const path = lengthen(arrival)
      frontier.push(book, counterparty, { coin, tx, position, value, hops: hops + 1, inferred, path })
    }
  }
  if (atServices.length > 0) await settle(tracing, await seeThrough(tracing, atServices))
}

/** Ends the trace at a service, unless the same transaction shows whose funds the service paid out. */
async function seeThrough(tracing: Tracing, arrivals: readonly Arrival[]): Promise<Arrival[]> {
  const { sources, seen, frontier } = tracing
  const open: Arrival[] = []
  for (const arrival of arrivals) {
    const { book, holder, movement } = arrival
    const balances = seen.balances.get(holder)
    const { requests, rest } = followSwap(
      arrival,
      balances === 'busy' ? undefined : balances,
      sources.valuation,
    )
    for (const request of requests) frontier.push(book, holder, request)
    const goesOn = isAtOnce(seen.known.get(movement.counterparty)) && rest >= book.least && rest > 0n
    if (goesOn) open.push({ ...arrival, value: rest })
    else book.end('service', rest)
  }
  if (open.length === 0) return []
  const transactions = await sources.transactions([...new Set(open.map(({ movement }) => movement.tx))])
  const transfers = [...transactions.values()].flat()
  await Promise.all([
    sources.valuation.prepare(new Set(transfers.map(({ coin }) => coin))),
    loadKnown(
      tracing,
      transfers.flatMap(({ from, to }) => [from, to]),
    ),
  ])
  return open.flatMap((arrival) => {
    const found = transactions.get(arrival.movement.tx) ?? []
    const knownOf = (address: string) => seen.known.get(address)
    const { arrivals: further, rest } = lookThrough(arrival, found, knownOf, sources.valuation)
    arrival.book.end('service', rest)
    return further
  })
}

/** Loads the labels of addresses that the trace has newly reached. */
async function loadKnown({ sources, seen }: Tracing, addresses: readonly string[]): Promise<void> {
  const unknown = [...new Set(addresses)].filter((address) => address !== '' && !seen.known.has(address))
  if (unknown.length === 0) return
  const found = await sources.known(unknown)
  for (const address of unknown) seen.known.set(address, found.get(address))
}

function sumUp(arrivals: readonly Arrival[]): Map<SideBook, Map<string, bigint>> {
  const sums = new Map<SideBook, Map<string, bigint>>()
  for (const { book, movement, value } of arrivals) {
    const side = sums.get(book) ?? new Map<string, bigint>()
    sums.set(book, side)
    side.set(movement.counterparty, (side.get(movement.counterparty) ?? 0n) + value)
  }
  return sums
}

function lengthen({ movement, path, through = '' }: Arrival): Path {
  const { counterparty: address, tx, coin, time } = movement
  return { step: { address, tx, coin, time, through, swap: false }, before: path }
}

function leave({ book, requests }: Place, reason: NotFollowed): void {
  for (const { value } of requests) book.leave(reason, value)
}
