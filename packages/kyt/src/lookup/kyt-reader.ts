import { LRUCache } from 'lru-cache'
import { networks } from '../addresses/networks.ts'
import { journalOf } from '../context.ts'
import { createFetcher, type Fetcher } from '../fetch/create-fetcher.ts'
import { edgesOf } from '../ledger/edges-of.ts'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import {
  type AccountKey,
  type AccountState,
  accountCoinId,
  accountId,
  type Edge,
  type LabelRow,
  type LedgerReads,
  type Versions,
} from '../ledger/ledger-store.ts'
import type { Pace } from '../pace/pacer.ts'
import { policyOfMerchant } from '../policy/policies.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'
import type { RiskPolicy } from '../policy/risk-policy.ts'
import type { DayPrices } from '../prices/day-prices.ts'
import { type FetchContext, fetchedNetworks } from '../sources/histories/history-sources.ts'
import type { BalanceHistories } from './balance-history.ts'
import { cacheBalances } from './cache-balances.ts'
import { cachePrices } from './cache-prices.ts'
import { cacheRows, type Lane } from './cache-rows.ts'
import { coalesce } from './coalesce.ts'
import { type KnownAs, knownAs } from './known-as.ts'
import { learnKnown, type OnProblem } from './learn-known.ts'
import { createMemory, type Dependency, dependencyOn, type Memory } from './memory.ts'
import { coverageOf, type NetworkCoverage } from './network-coverage.ts'
import { notingReads, type Reads } from './noting-reads.ts'
import { readsOfWhole } from './reads-of-whole.ts'
import { type TrackedReads, trackedReads } from './tracked-reads.ts'

/**
 * Reads accounts, labels and prices for the KYT operations. Concurrent reads are batched; results are cached
 * until the data they depend on changes.
 */
export type KytReader = {
  readonly context: FetchContext
  /**
   * Ledger reads whose results are not cached individually: transactions, pages of a history, and the newest
   * movements.
   */
  readonly ledger: Reads
  /** Fetches histories from the configured sources. `undefined` if there are none, and in snapshots. */
  readonly fetcher: Fetcher | undefined
  /** Returns how much of each address's history has been fetched, in the order of the keys. */
  fetched(keys: readonly AccountKey[]): Promise<readonly (FetchedHistory | undefined)[]>
  /** Returns an account's totals in every coin, with its newest movements. */
  totals(key: AccountKey): Promise<readonly AccountState[]>
  /** Returns several accounts' totals. */
  totalsOf(keys: readonly AccountKey[]): Promise<readonly (readonly AccountState[])[]>
  /** Returns an account's totals with each labelled counterparty, either in one coin or in every coin. */
  edges(key: AccountKey, coin?: number): Promise<readonly KnownEdge[]>
  labels(key: AccountKey): Promise<readonly LabelRow[]>
  /** Returns what the addresses are known as, in the order of the keys. */
  known(keys: readonly AccountKey[]): Promise<readonly (KnownAs | undefined)[]>
  /**
   * Returns transaction hashes in stored form, by the references that movements use. The result can also
   * contain transactions that were not requested.
   */
  hashes(network: number, references: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Returns an account's balance histories, or `undefined` if it has more than `most` transfers. */
  balances(key: AccountKey, most: number, pace: Pace): Promise<BalanceHistories | undefined>
  /** Returns the daily prices of the given coins. Omits coins without prices. */
  prices(coins: readonly number[]): Promise<ReadonlyMap<number, DayPrices>>
  /**
   * Returns what data the ledger contains for a network, or `undefined` if it contains none. The result may
   * not include changes from the last half second.
   */
  coverage(network: number): Promise<NetworkCoverage | undefined>
  /**
   * Returns the networks for which the ledger contains data or can fetch the history of an address, by number.
   */
  covered(): Promise<ReadonlySet<number>>
  /** Returns the ledger's current version numbers. */
  versions(): Promise<Versions>
  /** Returns the policy that applies to a merchant's queries. */
  policyOf(merchant: string): Promise<RiskPolicy>
  /**
   * Returns a result computed from one state of the ledger. Caches the result until data that it depends on
   * changes. `compute` must read through the given reader, which records the dependencies.
   */
  cached<Result extends object>(entry: CachedResult, compute: Compute<Result>): Promise<Result>
}

export type CachedResult = {
  /** The operation and all its parameters. */
  readonly id: string
  /**
   * Whether to leave the result uncached. Set it to `true` if the same query is unlikely to be repeated. If
   * it is a function, it is called after the calculation.
   */
  readonly once?: true | (() => boolean)
  /** Runs the calculation when its turn comes. Not called for a cached result. */
  readonly admit?: <Result>(calculation: () => Promise<Result>) => Promise<Result>
}

const networkIds = Object.values(networks).map(({ id }) => id)

const noLabels: { readonly labels: readonly LabelRow[]; readonly known: KnownAs | undefined } = {
  labels: [],
  known: undefined,
}

type Compute<Result> = (reader: KytReader) => Promise<Result>
type Note = (dependency: Dependency) => void

export type KnownEdge = Edge & { readonly known: KnownAs }

/** Maximum number of cached policies. */
const maxCachedPolicies = 1000

/**
 * Maximum number of attempts to compute an answer if the ledger keeps changing during the computation. After
 * that, a snapshot is used.
 */
const maxAttempts = 2

/** A calculation that has looked up this many rows uses the bulk lane for its further lookups. */
const maxQuickRows = 500

/** Maximum size of cached results and their dependencies, in characters. */
const maxCachedLetters = 32_000_000

export function openKytReader(
  context: FetchContext,
  { onProblem = () => {} }: { onProblem?: OnProblem } = {},
): KytReader {
  const memory = createMemory(context.ledger)
  const fetcher = context.histories && createFetcher(context, context.histories)
  const mayHaveLabels = learnKnown(context.ledger, memory, onProblem)
  return openReader(context, context.ledger, memory, mayHaveLabels, fetcher)
}

/**
 * Opens a reader for one answer. Looks up each address individually, because loading the list of labelled
 * addresses would take longer.
 */
export const openSnapshotReader = (context: FetchContext, view: LedgerReads): KytReader =>
  openReader(context, view, createMemory(view), () => true)

function openReader(
  context: FetchContext,
  store: LedgerReads,
  memory: Memory,
  mayHaveLabels: (id: string) => boolean,
  fetcher?: Fetcher,
): KytReader {
  const ledger = trackedReads(store, memory)
  const accounts = cacheRows(memory, {
    identify: accountId,
    select: ledger.accounts,
    dependencyOf: (key) => dependencyOn.account(accountId(key)),
    toValue: (rows) => rows,
  })
  const accountOf = async (key: AccountKey, lane?: Lane) => (await accounts([key], lane))[0] ?? []
  const edges = cacheRows(memory, {
    identify: accountCoinId,
    select: ledger.edges,
    dependencyOf: ({ key }) => dependencyOn.account(accountId(key)),
    toValue: (rows) => rows,
  })
  const fetchedRows = cacheRows(memory, {
    identify: accountId,
    select: ledger.fetched,
    dependencyOf: (key) => dependencyOn.account(accountId(key)),
    toValue: ([history]) => ({ history }),
  })
  const labels = cacheRows(memory, {
    identify: accountId,
    select: ledger.labels,
    dependencyOf: (key) => dependencyOn.labels(accountId(key)),
    toValue: (rows) => ({ labels: rows, known: knownAs(rows) }),
  })
  const coverages = cacheRows(memory, {
    identify: String,
    select: ledger.coverage,
    dependencyOf: dependencyOn.coverage,
    toValue: (rows) => ({ coverage: coverageOf(rows) }),
  })
  const reads = { ...ledger, ...readsOfWhole(ledger, accountOf) }
  const hashes = lookUpHashes(ledger)
  const balances = cacheBalances(ledger, memory, accountOf)
  const prices = cachePrices(ledger, memory)
  const policies = new LRUCache<string, RiskPolicy>({ max: maxCachedPolicies })
  const results = memory.cache<object>({
    maxSize: maxCachedLetters,
    sizeOf: (answer) => JSON.stringify(answer).length,
  })

  async function policyOf(merchant: string): Promise<RiskPolicy> {
    const id = `${await selectPolicyVersion(journalOf(context))} ${merchant}`
    const known = policies.get(id)
    if (known !== undefined) return known
    const policy = await policyOfMerchant(context, merchant)
    policies.set(id, policy)
    return policy
  }

  async function coverage(network: number): Promise<NetworkCoverage | undefined> {
    if (!memory.isRecent()) await memory.sync()
    const [known] = await coverages([network])
    if (known?.coverage !== undefined) return known.coverage
    // The network may have received its first data since the last sync.
    await memory.sync()
    return (await coverages([network]))[0]?.coverage
  }

  async function covered(): Promise<ReadonlySet<number>> {
    await memory.sync()
    const [found, withSources] = await Promise.all([coverages(networkIds), fetchedNetworks(context)])
    return new Set([
      ...networkIds.filter((_, index) => found[index]?.coverage !== undefined),
      ...withSources.map((network) => networks[network].id),
    ])
  }

  async function cached<Result extends object>(
    { admit, ...entry }: CachedResult,
    compute: Compute<Result>,
  ): Promise<Result> {
    if (admit === undefined) return await calculate(entry, compute)
    return (
      ((await findCached(entry.id)) as Result | undefined) ?? (await admit(() => calculate(entry, compute)))
    )
  }

  async function findCached(id: string): Promise<object | undefined> {
    // A cached answer must be validated against the current state. A new answer needs validation only after
    // it is computed.
    if (results.has(id) || !memory.isRecent()) await memory.sync()
    return results.get(id)
  }

  async function calculate<Result extends object>(
    { id, once }: Omit<CachedResult, 'admit'>,
    compute: Compute<Result>,
  ): Promise<Result> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const known = await findCached(id)
      const since = memory.now()
      if (known !== undefined) return known as Result
      const began = memory.tick()
      const from = new Set<Dependency>()
      const made = await compute(notingReader((dependency) => from.add(dependency), maxQuickRows))
      if (memory.now() !== since || !memory.isCurrentSince(began)) {
        await memory.sync()
        // If no dependency has changed in the meantime, all reads are consistent with one state, even if
        // other data has changed.
        if (!memory.isUntouched(from, since)) continue
      }
      const isOnce = typeof once === 'function' ? once() : once === true
      if (!isOnce) results.set(id, made, { since, from: [...from] })
      return made
    }
    return await context.ledger.snapshot((view) => compute(openSnapshotReader(context, view)))
  }

  /**
   * Wraps the reader and reports each dependency to `note`. After `quickRows` rows, lookups use the bulk lane.
   */
  const notingReader = (note: Note, quickRows: number): KytReader => {
    const noteAccount = (key: AccountKey) => note(dependencyOn.account(accountId(key)))
    let rows = 0
    const laneFor = (keys: { readonly length: number }): Lane => {
      rows += keys.length
      return rows > quickRows ? 'bulk' : 'quick'
    }
    const labelsOf = async (keys: readonly AccountKey[]) => {
      const ids = keys.map(accountId)
      for (const id of ids) note(dependencyOn.labels(id))
      const candidates = keys.filter((_, index) => mayHaveLabels(ids[index] ?? ''))
      if (candidates.length === keys.length) return await labels(keys, laneFor(keys))
      const found = candidates.length === 0 ? [] : await labels(candidates, laneFor(candidates))
      const foundOf = new Map(candidates.map((key, index) => [key, found[index]]))
      return keys.map((key) => foundOf.get(key) ?? noLabels)
    }
    const totalsOf = async (keys: readonly AccountKey[]) => {
      for (const key of keys) noteAccount(key)
      return await accounts(keys, laneFor(keys))
    }
    const knownOf = async (keys: readonly AccountKey[]) => (await labelsOf(keys)).map(({ known }) => known)
    /**
     * Returns the edges between a complete account and addresses that may have labels. Adds all other
     * counterparties, in any coin, to `unlabelled`.
     */
    const edgesToKnown = (network: number, account: AccountState, unlabelled: Set<string>) => {
      const movements = account.newest()
      const labelled = movements.filter(({ counterparty }) => {
        if (counterparty === '' || unlabelled.has(counterparty)) return false
        const id = accountId({ network, address: counterparty })
        if (mayHaveLabels(id)) return true
        note(dependencyOn.labels(id))
        unlabelled.add(counterparty)
        return false
      })
      return labelled.length === 0 ? [] : edgesOf(labelled)
    }
    return {
      context,
      fetcher,
      ledger: notingReads(reads, note),
      async fetched(keys) {
        for (const key of keys) noteAccount(key)
        return (await fetchedRows(keys, laneFor(keys))).map(({ history }) => history)
      },
      labels: async (key) => (await labelsOf([key]))[0]?.labels ?? [],
      known: knownOf,
      totals: async (key) => (await totalsOf([key]))[0] ?? [],
      totalsOf,
      async edges(key, coin) {
        noteAccount(key)
        const { network } = key
        const own = (await accountOf(key, laneFor([key]))).filter(
          (account) => coin === undefined || account.coin === coin,
        )
        const stored = own.flatMap((account) => (account.isWhole ? [] : { key, coin: account.coin }))
        const unlabelled = new Set<string>()
        const found = [
          ...own.flatMap((account) => (account.isWhole ? edgesToKnown(network, account, unlabelled) : [])),
          ...(stored.length === 0 ? [] : (await edges(stored, laneFor(stored))).flat()),
        ]
        if (found.length === 0) return []
        const addresses = [...new Set(found.map(({ counterparty }) => counterparty))]
        const known = await knownOf(addresses.map((address) => ({ network, address })))
        const knownBy = new Map(addresses.map((address, index) => [address, known[index]]))
        return found.flatMap((edge) => {
          // Edges remain stored after a label is withdrawn, so edges to counterparties without a current
          // label are omitted.
          const known = knownBy.get(edge.counterparty)
          return known === undefined ? [] : { ...edge, known }
        })
      },
      async hashes(network, references) {
        const unique = [...new Set(references)]
        for (const reference of unique) note(dependencyOn.transaction(reference))
        return await hashes(network, unique)
      },
      async balances(key, most, pace) {
        noteAccount(key)
        return await balances(key, most, pace, laneFor([key]))
      },
      async prices(coins) {
        for (const coin of coins) note(dependencyOn.prices(coin))
        return await prices(coins)
      },
      coverage,
      covered,
      versions: async () => (await memory.sync()).versions,
      policyOf,
      cached,
    }
  }
  return notingReader(() => {}, Number.POSITIVE_INFINITY)
}

/** Looks up transaction hashes by reference. Concurrent lookups share a query and its whole result. */
function lookUpHashes(
  ledger: TrackedReads,
): (network: number, references: readonly string[]) => Promise<ReadonlyMap<string, string>> {
  const lookups = new Map<number, (references: readonly string[]) => Promise<ReadonlyMap<string, string>>>()
  const lookupFor = (network: number) => {
    const known = lookups.get(network)
    if (known !== undefined) return known
    const lookup = coalesce<string, string>({
      identify: (reference) => reference,
      fetch: (references) => ledger.hashes(network, references),
      maxKeys: 1000,
    })
    lookups.set(network, lookup)
    return lookup
  }
  return async (network, references) =>
    references.length === 0 ? new Map() : await lookupFor(network)(references)
}
