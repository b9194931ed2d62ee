import { LRUCache } from 'lru-cache'
import { journalOf, type KytContext } from '../context.ts'
import { edgesOf } from '../ledger/edges-of.ts'
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
import { policyOfMerchant } from '../policy/policies.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'
import type { RiskPolicy } from '../policy/risk-policy.ts'
import type { DayPrices } from '../prices/day-prices.ts'
import type { BalanceHistories } from './balance-history.ts'
import { cacheBalances } from './cache-balances.ts'
import { cachePrices } from './cache-prices.ts'
import { cacheRows } from './cache-rows.ts'
import { coalesce } from './coalesce.ts'
import { type KnownAs, knownAs } from './known-as.ts'
import { learnKnown, type OnProblem } from './learn-known.ts'
import { createMemory, type Dependency, dependencyOn, type Memory } from './memory.ts'
import { notingReads, type Reads } from './noting-reads.ts'
import { readsOfWhole } from './reads-of-whole.ts'
import { type TrackedReads, trackedReads } from './tracked-reads.ts'

/** Where the operations look things up: questions that come together go to the ledger together. */
export type KytReader = {
  readonly context: KytContext
  /** For what is asked once: transactions, pages of a history, the newest movements. */
  readonly ledger: Reads
  /** Totals of an account in every coin, with its newest movements. */
  totals(key: AccountKey): Promise<readonly AccountState[]>
  /** Those of many accounts at once. */
  totalsOf(keys: readonly AccountKey[]): Promise<readonly (readonly AccountState[])[]>
  /** What an account had with counterparties that are known as something, in every coin or in one. */
  edges(key: AccountKey, coin?: number): Promise<readonly KnownEdge[]>
  labels(key: AccountKey): Promise<readonly LabelRow[]>
  /** What addresses are known as, in the order of the keys. */
  known(keys: readonly AccountKey[]): Promise<readonly (KnownAs | undefined)[]>
  /** Stored forms of transactions' identifiers, by the references that movements have of them; others may be among them. */
  hashes(network: number, references: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** What an account had, event by event; `undefined` when it moved more often than `most`. */
  balances(key: AccountKey, most: number): Promise<BalanceHistories | undefined>
  /** Prices by day of those coins that have any. */
  prices(coins: readonly number[]): Promise<ReadonlyMap<number, DayPrices>>
  /** How often the ledger has changed until now. */
  versions(): Promise<Versions>
  /** The policy that a merchant's questions are answered by. */
  policyOf(merchant: string): Promise<RiskPolicy>
  /**
   * An answer from one state of the ledger, made anew only when something that it depends on has changed. `make` looks
   * everything up at the reader that it is given: this is how it is known what the answer depends on.
   */
  cached<Result extends object>(entry: CachedResult, compute: Compute<Result>): Promise<Result>
}

export type CachedResult = {
  /** The operation and everything that it was asked with. */
  readonly id: string
  /** Whether the same will hardly be asked again. */
  readonly once?: true
}

const noLabels: { readonly labels: readonly LabelRow[]; readonly known: KnownAs | undefined } = {
  labels: [],
  known: undefined,
}

type Compute<Result> = (reader: KytReader) => Promise<Result>
type Note = (dependency: Dependency) => void

export type KnownEdge = Edge & { readonly known: KnownAs }

/** Merchants whose policies are remembered. */
const maxCachedPolicies = 1000

/** How often an answer is made while the ledger changes under it, before it is made from a snapshot. */
const mostTries = 2

/** Letters of results that are remembered, and of what they depend on. */
const maxCachedLetters = 32_000_000

export function openKytReader(
  context: KytContext,
  { onProblem = () => {} }: { onProblem?: OnProblem } = {},
): KytReader {
  const memory = createMemory(context.ledger)
  return openReader(context, context.ledger, memory, learnKnown(context.ledger, memory, onProblem))
}

/** A reader for one answer: to learn who has a label would take longer than to look up whom it meets. */
const openSnapshotReader = (context: KytContext, view: LedgerReads) =>
  openReader(context, view, createMemory(view), () => true)

function openReader(
  context: KytContext,
  store: LedgerReads,
  memory: Memory,
  mayHaveLabels: (id: string) => boolean,
): KytReader {
  const ledger = trackedReads(store, memory)
  const accounts = cacheRows(memory, {
    identify: accountId,
    select: ledger.accounts,
    dependencyOf: (key) => dependencyOn.account(accountId(key)),
    toValue: (rows) => rows,
  })
  const accountOf = async (key: AccountKey) => (await accounts([key]))[0] ?? []
  const edges = cacheRows(memory, {
    identify: accountCoinId,
    select: ledger.edges,
    dependencyOf: ({ key }) => dependencyOn.account(accountId(key)),
    toValue: (rows) => rows,
  })
  const labels = cacheRows(memory, {
    identify: accountId,
    select: ledger.labels,
    dependencyOf: (key) => dependencyOn.labels(accountId(key)),
    toValue: (rows) => ({ labels: rows, known: knownAs(rows) }),
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

  async function cached<Result extends object>(
    { id, once }: CachedResult,
    compute: Compute<Result>,
  ): Promise<Result> {
    for (let attempt = 1; attempt <= mostTries; attempt++) {
      // Whether a remembered answer still holds must be known now. One that is made needs to hold when it is made.
      if (results.has(id) || !memory.isRecent()) await memory.sync()
      const since = memory.now()
      const known = results.get(id)
      if (known !== undefined) return known as Result
      const began = memory.tick()
      const from = new Set<Dependency>()
      const made = await compute(notingReader((dependency) => from.add(dependency)))
      if (memory.now() !== since || !memory.isCurrentSince(began)) {
        await memory.sync()
        // Nothing that it was made from has changed meanwhile: whatever else did, it is from one state.
        if (!memory.isUntouched(from, since)) continue
      }
      if (once !== true) results.set(id, made, { since, from: [...from] })
      return made
    }
    return await context.ledger.snapshot((view) => compute(openSnapshotReader(context, view)))
  }

  /** The reader, telling what is looked up. */
  const notingReader = (note: Note): KytReader => {
    const noteAccount = (key: AccountKey) => note(dependencyOn.account(accountId(key)))
    const labelsOf = async (keys: readonly AccountKey[]) => {
      const ids = keys.map(accountId)
      for (const id of ids) note(dependencyOn.labels(id))
      const wanted = keys.filter((_, index) => mayHaveLabels(ids[index] ?? ''))
      if (wanted.length === keys.length) return await labels(keys)
      const found = wanted.length === 0 ? [] : await labels(wanted)
      const foundOf = new Map(wanted.map((key, index) => [key, found[index]]))
      return keys.map((key) => foundOf.get(key) ?? noLabels)
    }
    const totalsOf = async (keys: readonly AccountKey[]) => {
      for (const key of keys) noteAccount(key)
      return await accounts(keys)
    }
    const knownOf = async (keys: readonly AccountKey[]) => (await labelsOf(keys)).map(({ known }) => known)
    /** Edges of an account that is whole to those who may have labels; `met` are all others, in any coin. */
    const edgesToKnown = (network: number, account: AccountState, met: Set<string>) => {
      const movements = account.newest()
      const labelled = movements.filter(({ counterparty }) => {
        if (counterparty === '' || met.has(counterparty)) return false
        const id = accountId({ network, address: counterparty })
        if (mayHaveLabels(id)) return true
        note(dependencyOn.labels(id))
        met.add(counterparty)
        return false
      })
      return labelled.length === 0 ? [] : edgesOf(labelled)
    }
    return {
      context,
      ledger: notingReads(reads, note),
      labels: async (key) => (await labelsOf([key]))[0]?.labels ?? [],
      known: knownOf,
      totals: async (key) => (await totalsOf([key]))[0] ?? [],
      totalsOf,
      async edges(key, coin) {
        noteAccount(key)
        const { network } = key
        const own = (await accountOf(key)).filter((account) => coin === undefined || account.coin === coin)
        const stored = own.flatMap((account) => (account.isWhole ? [] : { key, coin: account.coin }))
        const met = new Set<string>()
        const found = [
          ...own.flatMap((account) => (account.isWhole ? edgesToKnown(network, account, met) : [])),
          ...(stored.length === 0 ? [] : (await edges(stored)).flat()),
        ]
        if (found.length === 0) return []
        const addresses = [...new Set(found.map(({ counterparty }) => counterparty))]
        const known = await knownOf(addresses.map((address) => ({ network, address })))
        const knownBy = new Map(addresses.map((address, index) => [address, known[index]]))
        return found.flatMap((edge) => {
          // A label that was withdrawn leaves its edges behind; nobody is known there any more.
          const known = knownBy.get(edge.counterparty)
          return known === undefined ? [] : { ...edge, known }
        })
      },
      async hashes(network, references) {
        const wanted = [...new Set(references)]
        for (const reference of wanted) note(dependencyOn.transaction(reference))
        return await hashes(network, wanted)
      },
      async balances(key, most) {
        noteAccount(key)
        return await balances(key, most)
      },
      async prices(coins) {
        for (const coin of coins) note(dependencyOn.prices(coin))
        return await prices(coins)
      },
      versions: async () => (await memory.sync()).versions,
      policyOf,
      cached,
    }
  }
  return notingReader(() => {})
}

/** Identifiers of transactions by their references; what many ask for is asked for together, and all get all of it. */
function lookUpHashes(
  ledger: TrackedReads,
): (network: number, references: readonly string[]) => Promise<ReadonlyMap<string, string>> {
  const asks = new Map<number, (references: readonly string[]) => Promise<ReadonlyMap<string, string>>>()
  const askOf = (network: number) => {
    const known = asks.get(network)
    if (known !== undefined) return known
    const ask = coalesce<string, string>({
      identify: (reference) => reference,
      fetch: (references) => ledger.hashes(network, references),
      atOnce: 1000,
    })
    asks.set(network, ask)
    return ask
  }
  return async (network, references) =>
    references.length === 0 ? new Map() : await askOf(network)(references)
}
