import type { BalanceHistories } from '../../lookup/balance-history.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { Pace } from '../../pace/pacer.ts'
import { runPaced, stepsAtOnce } from '../../pace/steps.ts'
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
  /** Returns the number of transfers of each address. Omits addresses without transfers. */
  transferCounts(addresses: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Returns the addresses' balance histories. Omits addresses with too many transfers to trace. */
  balances(addresses: readonly string[]): Promise<ReadonlyMap<string, BalanceHistories>>
  known(addresses: readonly string[]): Promise<ReadonlyMap<string, KnownAs>>
  /** Returns all transfers in the given transactions. */
  transactions(txs: readonly string[]): Promise<ReadonlyMap<string, readonly TransactionMovement[]>>
  readonly valuation: Valuation
  /** A service's payout could not be explained by the stored transfers of its transaction. */
  onUnexplained?(): void
}

/** The data read during the trace; each address is read only once. */
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
  readonly pace: Pace
  addressesLeft: number
  transfersLeft: number
}

/**
 * Number of addresses traced per round. In larger rounds, small values would be traced before larger values
 * that the same round discovers.
 */
const atOnce = 64

/**
 * Number of transfers read per query, unless a single address has more. Small queries let other requests
 * query the ledger in between.
 */
const transfersAtOnce = 2000

/** Number of addresses or transactions per query. */
const keysAtOnce = 256

/**
 * Traces value to its origins or destinations, largest share first, within the policy's budget and the time
 * limit. Stops at addresses with a known risk and at services that pool customer funds. Value that remains
 * when the time limit is reached is recorded in the same way as value that exceeds the budget. Returns
 * whether the time limit was reached.
 */
export async function trace(
  sources: TraceSources,
  policy: RiskPolicy,
  roots: readonly Arrival[],
  seen: Seen,
  pace: Pace,
): Promise<boolean> {
  const { addresses, transfers } = policy.budget
  const frontier = createFrontier()
  const left = { addressesLeft: addresses, transfersLeft: transfers }
  const tracing = { sources, policy, frontier, seen, pace, ...left }
  // With the poison method, no origin is inferred, because a recorded tainted transfer also taints unrecorded
  // funds.
  const how = { shareOut: shareOutBy[policy.method], infers: policy.method !== 'poison' }
  let arrivals = roots
  for (;;) {
    await settle(tracing, arrivals)
    const places = pace.isLate() ? [] : frontier.take(atOnce)
    if (places.length === 0) break
    await visit(tracing, places)
    const found: Arrival[] = []
    for (const place of places) {
      const balances = seen.balances.get(place.address)
      if (balances === undefined || balances === 'busy' || pace.isLate()) {
        leave(place, balances === 'busy' ? 'busy' : 'budget')
        continue
      }
      for (const arrival of await runPaced(expandPlace(place, balances, how), pace)) found.push(arrival)
    }
    arrivals = found
  }
  for (const place of frontier.rest()) leave(place, 'budget')
  return pace.isLate()
}

/**
 * Reads the balance histories for a round's addresses. Charges the budget before reading. Skips an address
 * with more transfers than the remaining budget allows.
 */
async function visit(tracing: Tracing, places: readonly Place[]): Promise<void> {
  const { seen, sources, policy, pace } = tracing
  const unseen = new Set(
    places.map(({ address }) => address).filter((address) => !seen.balances.has(address)),
  )
  const candidates = [...unseen].slice(0, tracing.transfersLeft > 0 ? tracing.addressesLeft : 0)
  if (candidates.length === 0) return
  const counts = await pace.reading(sources.transferCounts(candidates))
  let batch: string[] = []
  let inBatch = 0
  const read = async () => {
    if (batch.length > 0) await readBalances(tracing, batch)
    batch = []
    inBatch = 0
  }
  for (const address of candidates) {
    const count = counts.get(address) ?? 0
    const isBusy = count > policy.budget.transfers_of_one
    if (!isBusy && count > tracing.transfersLeft) continue
    tracing.addressesLeft -= 1
    if (isBusy) {
      seen.balances.set(address, 'busy')
      continue
    }
    tracing.transfersLeft -= count
    if (inBatch + count > transfersAtOnce) await read()
    if (pace.isLate()) return
    batch.push(address)
    inBatch += count
  }
  await read()
}

async function readBalances(tracing: Tracing, addresses: readonly string[]): Promise<void> {
  const { seen, sources, pace } = tracing
  const found = await sources.balances(addresses)
  const coins = new Set<number>()
  for (const address of addresses) {
    const balances = found.get(address)
    seen.balances.set(address, balances ?? 'busy')
    for (const coin of balances?.byCoin.keys() ?? []) coins.add(coin)
  }
  await pace.reading(sources.valuation.prepare(coins))
}

/** Records the value of arrivals at which the trace ends, and queues all other arrivals for tracing. */
async function settle(tracing: Tracing, arrivals: readonly Arrival[]): Promise<void> {
  const { frontier, seen, policy, pace } = tracing
  const sums = await sumUp(arrivals, pace)
  // Classify all arrivals before any of them is queued, because queueing increases the pending value.
  const isLarge = new Set<Arrival>()
  const addresses = new Set<string>()
  for (const [index, arrival] of arrivals.entries()) {
    if (index % stepsAtOnce === 0) await pace.pause()
    const { book, movement } = arrival
    const { counterparty } = movement
    const value = (sums.get(book)?.get(counterparty) ?? 0n) + frontier.waiting(book, counterparty)
    if (value < book.least) continue
    isLarge.add(arrival)
    addresses.add(counterparty)
  }
  await loadKnown(tracing, addresses)
  const atServices: Arrival[] = []
  for (const [index, arrival] of arrivals.entries()) {
    if (index % stepsAtOnce === 0) await pace.pause()
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
    else if (!seen.known.has(counterparty)) book.leave('budget', value)
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
  const { sources, seen, frontier, pace } = tracing
  const open: Arrival[] = []
  for (const [index, arrival] of arrivals.entries()) {
    if (index % stepsAtOnce === 0) await pace.pause()
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
  const transactions = await readTransactions(tracing, [...new Set(open.map(({ movement }) => movement.tx))])
  const coins = new Set<number>()
  const parties = new Set<string>()
  for (const { coin, from, to } of [...transactions.values()].flat()) {
    coins.add(coin)
    parties.add(from).add(to)
  }
  await pace.reading(sources.valuation.prepare(coins))
  await loadKnown(tracing, parties)
  const further: Arrival[] = []
  for (const arrival of open) {
    await pace.pause()
    const found = transactions.get(arrival.movement.tx)
    const isRead = ({ from, to }: TransactionMovement) => isLoaded(tracing, from) && isLoaded(tracing, to)
    if (found === undefined || !found.every(isRead)) {
      arrival.book.leave('budget', arrival.value)
      continue
    }
    const knownOf = (address: string) => seen.known.get(address)
    const { arrivals: through, rest } = lookThrough(arrival, found, knownOf, sources.valuation)
    arrival.book.end('service', rest)
    if (rest > 0n && rest >= arrival.book.least) sources.onUnexplained?.()
    for (const one of through) further.push(one)
  }
  return further
}

/**
 * Reads transactions within the budget and the time limit. Each transaction is charged as one transfer before
 * it is read; its other transfers are charged afterwards, because their number is unknown until then.
 */
async function readTransactions(
  tracing: Tracing,
  txs: readonly string[],
): Promise<Map<string, readonly TransactionMovement[]>> {
  const { sources, pace } = tracing
  const found = new Map<string, readonly TransactionMovement[]>()
  for (let from = 0; from < txs.length && tracing.transfersLeft > 0 && !pace.isLate(); from += keysAtOnce) {
    const some = txs.slice(from, from + Math.min(keysAtOnce, tracing.transfersLeft))
    tracing.transfersLeft -= some.length
    const read = await pace.reading(sources.transactions(some))
    for (const tx of some) {
      const transfers = read.get(tx) ?? []
      found.set(tx, transfers)
      tracing.transfersLeft -= Math.max(0, transfers.length - 1)
    }
  }
  return found
}

/** Loads the known data about new addresses, until the time limit is reached. */
async function loadKnown({ sources, seen, pace }: Tracing, addresses: ReadonlySet<string>): Promise<void> {
  const unknown = [...addresses].filter((address) => address !== '' && !seen.known.has(address))
  for (let from = 0; from < unknown.length && !pace.isLate(); from += keysAtOnce) {
    const some = unknown.slice(from, from + keysAtOnce)
    const found = await pace.reading(sources.known(some))
    for (const address of some) seen.known.set(address, found.get(address))
    await pace.pause()
  }
}

const isLoaded = ({ seen }: Tracing, address: string) => address === '' || seen.known.has(address)

async function sumUp(arrivals: readonly Arrival[], pace: Pace): Promise<Map<SideBook, Map<string, bigint>>> {
  const sums = new Map<SideBook, Map<string, bigint>>()
  for (const [index, { book, movement, value }] of arrivals.entries()) {
    if (index % stepsAtOnce === 0) await pace.pause()
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
