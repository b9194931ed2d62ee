import { networks } from '../addresses/networks.ts'
import type { Coin } from '../coins/coin-table.ts'
import { countTransfers } from '../lookup/cache-balances.ts'
import { openHistoryNeeds } from '../lookup/history-needs.ts'
import { knownAs } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { larger, smaller } from '../lookup/numbers.ts'
import type { Account } from '../lookup/resolve-account.ts'
import type { Pace } from '../pace/pacer.ts'
import type { Direction, RiskPolicy } from '../policy/risk-policy.ts'
import { readRoots } from './roots/address-roots.ts'
import type { Reading } from './roots/reading.ts'
import { readTransactionRoots } from './roots/transaction-roots.ts'
import type { Assessment, AssessmentReads } from './score/assessment.ts'
import { scoreOf } from './score/formula.ts'
import { isPooled, riskyClassOf } from './trace/side-book.ts'
import type { TraceSources } from './trace/trace.ts'
import { traceSides } from './trace/trace-sides.ts'
import { type TransactionMovement, transfersOf } from './trace/transfers-of.ts'
import { openValuations } from './valuation.ts'

export type RiskTarget = {
  readonly coin: Coin
  readonly account?: Account
  /** The hash in stored form, in hex, if the query is about a transaction. */
  readonly tx?: string
}

/**
 * Assesses an address, a transaction, or a transaction from the perspective of one address. If the requested
 * coin has no price, makes two assessments, one with all coins that have a price and one with only the
 * requested coin, and returns the one with the higher score.
 */
export async function assessRisk(
  reader: KytReader,
  target: RiskTarget,
  policy: RiskPolicy,
  pace: Pace,
): Promise<Assessment> {
  const { transfers_of_one } = policy.budget
  const needs = await openHistoryNeeds(reader, networks[target.coin.network].id, transfers_of_one)
  const reads: AssessmentReads = { accounts: new Set(), parties: new Set(), coins: new Set() }
  const pricesOf = (coins: readonly number[]) => {
    for (const coin of coins) reads.coins.add(coin)
    return reader.prices(coins)
  }
  const [first, ...others] = await Promise.all(
    (await openValuations(target.coin, pricesOf)).map((valuation) =>
      assessIn(reader, target, policy, { valuation, pace, needs, reads }),
    ),
  )
  if (first === undefined) throw new RangeError('assess requires at least one valuation')
  return others.reduce((worst, other) => (other.score.score > worst.score.score ? other : worst), first)
}

async function assessIn(
  reader: KytReader,
  { coin, account, tx }: RiskTarget,
  policy: RiskPolicy,
  {
    valuation,
    pace,
    needs,
    reads,
  }: Pick<Reading, 'valuation' | 'pace' | 'needs'> & { reads: AssessmentReads },
): Promise<Assessment> {
  if (account !== undefined) reads.accounts.add(account.key.address)
  const network = networks[coin.network].id
  // Loads the totals together with the labels, so that they are already cached when the roots are read.
  const [labels] =
    account === undefined
      ? [[]]
      : await Promise.all([reader.labels(account.key), tx === undefined && reader.totals(account.key)])
  const own = knownAs(labels)
  const reading = { reader, policy, valuation, own, pace, needs }
  if (account !== undefined && !isPooled(own)) await needs?.need([account.key])
  const roots =
    tx === undefined && account !== undefined
      ? await readRoots(reading, account)
      : await readTransactionRoots(reading, { network, tx: tx ?? '', mine: account?.key.address })
  const { sides, isLate } = await traceSides(sourcesOf({ ...reading, reads }, network), policy, roots, pace)
  const factsOf = (direction: Direction) => ({
    whole: sides[direction].whole,
    unrecorded: sides[direction].ended.get('unrecorded') ?? 0n,
    taints: sides[direction].findings,
  })
  // Also compares the totals, because an address can send funds before it receives the funds that cover them.
  const shortfall = smaller(roots.shortfall, larger(sides.sent.whole - sides.received.whole, 0n))
  // A single deposit to a service belongs to one client, so the deposit is not treated as pooled funds.
  const pooled = tx === undefined && isPooled(own)
  return {
    network: coin.network,
    policy,
    own,
    isSeen: roots.isKnown,
    isKnown: roots.isKnown || labels.length > 0,
    isPooled: pooled,
    unit: valuation.unit,
    unpriced: valuation.unpriced(),
    shortfall,
    sides,
    isLate,
    unread: needs?.unread() ?? [],
    lacks: needs?.lacks() ?? [],
    reads,
    score: scoreOf(policy, {
      own: riskyClassOf(own),
      isPooled: pooled,
      isInUsd: valuation.unit === 'USD',
      shortfall,
      received: factsOf('received'),
      sent: factsOf('sent'),
    }),
  }
}

function sourcesOf(
  { reader, policy, valuation, pace, needs, reads }: Reading & { reads: AssessmentReads },
  network: number,
): TraceSources {
  const most = policy.budget.transfers_of_one
  const keysOf = (addresses: readonly string[]) => addresses.map((address) => ({ network, address }))
  return {
    valuation,
    ...(needs && { onUnexplained: () => needs.missTransfersOfTransactions() }),
    transferCounts: async (addresses) => {
      for (const address of addresses) reads.accounts.add(address)
      const keys = keysOf(addresses)
      const [totals, busy] = await Promise.all([reader.totalsOf(keys), needs?.need(keys)])
      const counts = pairUp(addresses, totals.map(countTransfers))
      // If an address was too busy to be read, the ledger contains only some of its transfers.
      for (const [address, size] of busy ?? []) counts.set(address, Math.max(size, counts.get(address) ?? 0))
      return counts
    },
    balances: async (addresses) =>
      pairUp(addresses, await Promise.all(keysOf(addresses).map((key) => reader.balances(key, most, pace)))),
    transactions: async (txs) => {
      const found = new Map<string, TransactionMovement[]>()
      for (const transaction of await reader.ledger.referenced(network, txs)) {
        found.set(transaction.reference, transfersOf(transaction))
        for (const { from, to } of transaction.transfers) reads.parties.add(from).add(to)
      }
      return found
    },
    known: async (addresses) => {
      const keys = keysOf(addresses)
      // Most of these addresses are traced next, so their totals are loaded at the same time.
      const [known] = await Promise.all([reader.known(keys), reader.totalsOf(keys)])
      return pairUp(addresses, known)
    },
  }
}

function pairUp<Value>(
  addresses: readonly string[],
  found: readonly (Value | undefined)[],
): Map<string, Value> {
  const pairs = new Map<string, Value>()
  for (const [index, address] of addresses.entries()) {
    const value = found[index]
    if (value !== undefined) pairs.set(address, value)
  }
  return pairs
}
