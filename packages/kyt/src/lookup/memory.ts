import { LRUCache } from 'lru-cache'
import type { LedgerReads, Touched, Versions } from '../ledger/ledger-store.ts'

/** A part of the ledger that something was made from. */
export type Dependency = string

export const dependencyOn = {
  /** Sums, edges and movements of an account, by its `accountId`. */
  account: (id: string): Dependency => `a${id}`,
  /** By its reference. */
  transaction: (reference: string): Dependency => `t${reference}`,
  /** What is said of an address, by its `accountId`. */
  labels: (id: string): Dependency => `l${id}`,
  prices: (coin: number): Dependency => `p${coin}`,
}

/** A moment of the ledger: what was read after it is at least as new. */
export type Moment = number

/** A point in the order in which things are asked for and found. */
export type Tick = number

type Synced = { readonly moment: Moment; readonly versions: Versions }

/** What was made from the ledger is good until something that it depends on changes, and no longer. */
export type Memory = {
  /** Learns what has changed until now; returns the moment and the versions. */
  sync(): Promise<Synced>
  /** The moment of the last `sync`. */
  now(): Moment
  /** Whether it was looked at the ledger's versions so little ago that hardly anything can have changed. */
  isRecent(): boolean
  /** A new tick, later than all others. */
  tick(): Tick
  /** Something was read that was asked for after a tick, and came with the versions of its state. */
  hear(versions: Versions, asked: Tick): void
  /** Something was read, and of which state is not known. */
  hearUnversioned(): void
  /**
   * Whether all that was read is of the state of the last `sync`, and this was the ledger's state at some time after the
   * tick. Then nothing that was made since has to be held against the ledger once more.
   */
  isCurrentSince(tick: Tick): boolean
  /** Hears of every change that a `sync` learns of, before anybody else does. */
  onTouched(listener: (touched: Touched | undefined) => void): void
  isUntouched(dependencies: Iterable<Dependency>, since: Moment): boolean
  cache<Value extends object>(options: {
    readonly maxSize: number
    readonly sizeOf: (value: Value) => number
  }): Cache<Value>
}

export type Cache<Value> = {
  /** Whether there is one, however old. */
  has(id: string): boolean
  /** `undefined` where there is none, or where something has changed since it was made. */
  get(id: string): Value | undefined
  set(id: string, value: Value, made: Made): void
}

type Made = { readonly since: Moment; readonly from: readonly Dependency[] }

/** Touched parts that are remembered, twice as many at most; what was made before the oldest of them is forgotten. */
const touchesKept = 250_000

/** A block comes every few seconds at most. */
const recentMs = 500

export function createMemory(ledger: LedgerReads): Memory {
  let versions: Versions | undefined
  let moment: Moment = 0
  /** When each part was touched last: of this time, and of the time before it. */
  let touches = new Map<Dependency, Moment>()
  let olderTouches = new Map<Dependency, Moment>()
  let touchesBegan: Moment = 0
  /** What was made before is forgotten. */
  let forgottenBefore: Moment = 0
  let syncedAt = Number.NEGATIVE_INFINITY
  let ticks: Tick = 0
  /** When something was asked for that turned out to be of the state of the last `sync`. */
  let current: Tick = 0
  /** When something was found that may be of a newer state. */
  let unsure: Tick = 0
  const listeners: ((touched: Touched | undefined) => void)[] = []
  let syncing: Promise<unknown> = Promise.resolve()
  /** The one that has not begun. */
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
    hear(found, asked) {
      if (versions === undefined || !isSame(versions, found)) {
        unsure = tick()
        return
      }
      current = Math.max(current, asked)
      syncedAt = performance.now()
    },
    hearUnversioned() {
      unsure = tick()
    },
    isCurrentSince: (since) => current > since && current > unsure,
    onTouched: (listener) => void listeners.push(listener),
    // One after the other, and whoever asks before one has begun shares it: no state is older than the question.
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

function* dependenciesOf({ accounts, transactions, labels, coins }: Touched): Generator<Dependency> {
  for (const id of accounts) yield dependencyOn.account(id)
  for (const reference of transactions) yield dependencyOn.transaction(reference)
  for (const id of labels) yield dependencyOn.labels(id)
  for (const coin of coins) yield dependencyOn.prices(coin)
}

const isSame = (one: Versions, other: Versions) =>
  one.ledger === other.ledger && one.labels === other.labels && one.prices === other.prices
