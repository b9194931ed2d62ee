import { LRUCache } from 'lru-cache'
import type { LedgerReads, Touched, Versions } from '../ledger/ledger-store.ts'

/** Identifies a part of the ledger that a cached value was computed from. */
export type Dependency = string

export const dependencyOn = {
  /** An account's totals, edges and movements, identified by the account's `accountId`. */
  account: (id: string): Dependency => `a${id}`,
  /** A transaction, identified by its reference. */
  transaction: (reference: string): Dependency => `t${reference}`,
  /** An address's labels, identified by the address's `accountId`. */
  labels: (id: string): Dependency => `l${id}`,
  prices: (coin: number): Dependency => `p${coin}`,
  /** A network's coverage, identified by the network's number. */
  coverage: (network: number): Dependency => `c${network}`,
}

/**
 * A point in the ledger's history. Data read after a moment is at least as new as the ledger at that moment.
 */
export type Moment = number

/** A position in the sequence of queries and results. */
export type Tick = number

type Synced = { readonly moment: Moment; readonly versions: Versions }

/** Caches values computed from the ledger and invalidates them when their dependencies change. */
export type Memory = {
  /** Loads the changes since the last `sync`. Returns the current moment and the ledger's versions. */
  sync(): Promise<Synced>
  /** The moment of the last `sync`. */
  now(): Moment
  /** Whether `sync` ran so recently that a change since then is unlikely. */
  isRecent(): boolean
  /** Returns a new tick, later than all previous ones. */
  tick(): Tick
  /**
   * Records a read, given the versions of the state that it read and the tick after which it was requested.
   */
  recordRead(versions: Versions, requestedAt: Tick): void
  /** Records a read from an unknown state. */
  recordUnversionedRead(): void
  /**
   * Returns whether all reads are from the state of the last `sync`, and the ledger was still in that state at
   * some point after the tick. If so, values computed since the tick need no validation.
   */
  isCurrentSince(tick: Tick): boolean
  /** Registers a listener for every change that `sync` loads. Listeners run before `sync` returns. */
  onTouched(listener: (touched: Touched | undefined) => void): void
  isUntouched(dependencies: Iterable<Dependency>, since: Moment): boolean
  cache<Value extends object>(options: {
    readonly maxSize: number
    readonly sizeOf: (value: Value) => number
  }): Cache<Value>
}

export type Cache<Value> = {
  /** Whether an entry exists, even if it is outdated. */
  has(id: string): boolean
  /** `undefined` if there is no entry or a dependency has changed since it was computed. */
  get(id: string): Value | undefined
  set(id: string, value: Value, made: Made): void
}

type Made = { readonly since: Moment; readonly from: readonly Dependency[] }

/**
 * Number of recorded changes per generation. Two generations are kept. Values that are older than both
 * generations are discarded.
 */
const touchesKept = 250_000

/** Shorter than the interval between blocks, so a change within this time is unlikely. */
const recentMs = 500

export function createMemory(ledger: LedgerReads): Memory {
  let versions: Versions | undefined
  let moment: Moment = 0
  /** When each dependency last changed, in the current and the previous generation. */
  let touches = new Map<Dependency, Moment>()
  let olderTouches = new Map<Dependency, Moment>()
  let touchesBegan: Moment = 0
  /** Values computed before this moment are discarded. */
  let forgottenBefore: Moment = 0
  let syncedAt = Number.NEGATIVE_INFINITY
  let ticks: Tick = 0
  /** The latest query that is known to have read the state of the last `sync`. */
  let current: Tick = 0
  /** The latest result that may come from a newer state than the last `sync`. */
  let unsure: Tick = 0
  const listeners: ((touched: Touched | undefined) => void)[] = []
  let syncing: Promise<unknown> = Promise.resolve()
  /** The next `sync` that has not started yet. */
  let next: Promise<Synced> | undefined

  const tick = () => {
    ticks += 1
    return ticks
  }

  const touch = (touched: Touched | undefined) => {
    for (const listener of listeners) listener(touched)
    if (touched === undefined) {
      forgottenBefore = moment
      return
    }
    for (const dependency of dependenciesOf(touched)) touches.set(dependency, moment)
    if (touches.size < touchesKept) return
    forgottenBefore = Math.max(forgottenBefore, touchesBegan)
    touchesBegan = moment
    olderTouches = touches
    touches = new Map()
  }

  const syncNow = async (): Promise<Synced> => {
    if (versions === undefined) versions = await ledger.versions()
    else if (!isSame(versions, await ledger.versions())) {
      const { now, touched } = await ledger.changesSince(versions)
      moment += 1
      versions = now
      touch(touched)
    }
    syncedAt = performance.now()
    return { moment, versions }
  }

  const isUntouched = (dependencies: Iterable<Dependency>, since: Moment) => {
    if (since < forgottenBefore) return false
    for (const dependency of dependencies) {
      if ((touches.get(dependency) ?? olderTouches.get(dependency) ?? 0) > since) return false
    }
    return true
  }

  return {
    now: () => moment,
    isRecent: () => performance.now() - syncedAt < recentMs,
    isUntouched,
    tick,
    recordRead(found, requestedAt) {
      if (versions === undefined || !isSame(versions, found)) {
        unsure = tick()
        return
      }
      current = Math.max(current, requestedAt)
      syncedAt = performance.now()
    },
    recordUnversionedRead() {
      unsure = tick()
    },
    isCurrentSince: (since) => current > since && current > unsure,
    onTouched: (listener) => void listeners.push(listener),
    // Runs one sync at a time. All callers that arrive before the next sync starts share that sync, so no
    // caller gets a state that is older than its call.
    async sync() {
      if (next === undefined) {
        next = syncing.then(() => {
          next = undefined
          return syncNow()
        })
        syncing = next.catch(() => {})
      }
      return await next
    },
    cache({ maxSize, sizeOf }) {
      type Value = Parameters<typeof sizeOf>[0]
      const entries = new LRUCache<string, { readonly value: Value; readonly made: Made }>({
        maxSize,
        sizeCalculation: ({ value, made }) => sizeOf(value) + made.from.length,
      })
      return {
        has: (id) => entries.has(id),
        get(id) {
          const entry = entries.get(id)
          return entry !== undefined && isUntouched(entry.made.from, entry.made.since)
            ? entry.value
            : undefined
        },
        set: (id, value, made) => void entries.set(id, { value, made }),
      }
    },
  }
}

function* dependenciesOf({
  accounts,
  transactions,
  labels,
  coins,
  networks,
}: Touched): Generator<Dependency> {
  for (const id of accounts) yield dependencyOn.account(id)
  for (const reference of transactions) yield dependencyOn.transaction(reference)
  for (const id of labels) yield dependencyOn.labels(id)
  for (const coin of coins) yield dependencyOn.prices(coin)
  for (const network of networks) yield dependencyOn.coverage(network)
}

const isSame = (one: Versions, other: Versions) =>
  one.ledger === other.ledger && one.labels === other.labels && one.prices === other.prices
