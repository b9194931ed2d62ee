import type { CoveredRange } from './covered-range.ts'
import type { FetchedHistory } from './fetched-history.ts'
import type { Movement } from './movement.ts'

/** An address on a network. */
export type AccountKey = {
  /** The network's number. */
  readonly network: number
  /** The address bytes in hex. */
  readonly address: string
}

/**
 * Returns the key that identifies an address in stores and maps: one byte for the network's number, followed
 * by the address bytes, all in hex.
 */
export const accountId = ({ network, address }: AccountKey): string => networkPrefix(network) + address

/** Returns the common prefix of the `accountId` of every address on a network. */
export const networkPrefix = (network: number): string => prefixes[network] ?? ''

/** An address on a network, with a coin. */
export type AccountCoin = { readonly key: AccountKey; readonly coin: number }

/** Returns the key of an address's account in one coin. */
export const accountCoinId = ({ key, coin }: AccountCoin): string => `${accountId(key)} ${coin}`

const prefixes = Array.from({ length: 256 }, (_, network) => network.toString(16).padStart(2, '0'))

/** An address's totals in one coin. A fee counts as spent, but not as a transfer, and has no counterparty. */
export type Total = {
  readonly coin: number
  readonly received: bigint
  readonly spent: bigint
  readonly fees: bigint
  readonly receivedTxs: number
  readonly spentTxs: number
  readonly txs: number
  readonly receivedTransfers: number
  readonly spentTransfers: number
  readonly firstSeen: number
  readonly lastSeen: number
}

/** An address's state in one coin: the totals, and the newest movements, which are stored with the totals. */
export type AccountState = Total & {
  /** Whether `newest` contains all of the account's movements. */
  readonly isWhole: boolean
  /** The account's newest movements, in no particular order. */
  newest(): readonly Movement[]
}

/** The totals between an address and one counterparty in one coin. */
export type Edge = {
  readonly coin: number
  /** The address bytes in hex. */
  readonly counterparty: string
  readonly received: bigint
  readonly spent: bigint
  readonly receivedTransfers: number
  readonly spentTransfers: number
}

export type LabelRow = {
  readonly category: string
  readonly entity: string
  readonly label: string
  readonly incident: string
  readonly source: string
  readonly version: string
  readonly confidence: number
}

/**
 * One transfer in a transaction. Addresses are bytes in hex. `from` is empty for minted coins, and `to` is
 * empty for burnt coins.
 */
export type LedgerTransfer = {
  readonly coin: number
  readonly position: number
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly fee: boolean
}

/** A packed piece of an import. */
export type PackedPiece = { readonly bytes: Uint8Array; readonly transfers: number }

/** A transaction, or a part of a transaction, as reported by a source. */
export type SourceTransaction = {
  readonly network: number
  /** The transaction identifier's stored form, in hex. */
  readonly tx: string
  readonly block: number
  readonly time: number
  readonly transfers: readonly LedgerTransfer[]
}

/** A transaction in the ledger with all its transfers. */
export type LedgerTransaction = SourceTransaction & {
  /** The reference that movements use for the transaction, in hex. */
  readonly reference: string
}

export type NewLabel = LabelRow & { readonly key: AccountKey }

export type LabelSourceCount = { readonly source: string; readonly version: string; readonly labels: number }

/** A part of an address's history that was fetched from a source. */
export type HistoryPart = {
  readonly key: AccountKey
  /**
   * Transfers without an exact position have positions from `unplacedPosition`. All of a transaction's
   * transfers are in the same item.
   */
  readonly transactions: readonly SourceTransaction[]
  readonly history?: FetchedHistory
  /** The network's ranges that contain some transfers once this part is stored. */
  readonly covered?: readonly CoveredRange[]
  readonly retractions: number
}

/** Called with the number of newly labelled addresses that have been processed. */
export type LabelProgress = (addresses: number) => void

/** A fact, identified by a key. The fact must not contain line breaks. */
export type Fact = readonly [key: string, fact: string]

/** A time range for one account in one coin, in seconds, with both ends inclusive. */
export type Window = {
  readonly key: AccountKey
  readonly coin: number
  readonly from: number
  readonly to: number
}

/** Selects a page of an account's transactions, newest first. */
export type PageQuery = Omit<Window, 'key'> & {
  readonly kinds: readonly ('in' | 'out')[]
  readonly offset: number
  readonly limit: number
}

export type HistoryPage = {
  /** All movements in the transactions on the page, newest first. */
  readonly movements: readonly Movement[]
  /** Number of transactions on the page. */
  readonly transactions: number
  /** Number of transactions in the whole window. */
  readonly total: number
}

/** A coin's price on a day, in 10^-12 USD. Days are counted from 1970. */
export type DayPrice = { readonly coin: number; readonly day: number; readonly usdE12: bigint }

/** Counters of the changes to each part of the ledger. They never decrease. */
export type Versions = { readonly ledger: number; readonly labels: number; readonly prices: number }

/**
 * The difference between two states of the ledger: the `accountId` of every account whose movements or edges
 * changed, the references of all transactions that received more transfers, every address whose labels
 * changed, every coin whose prices changed, and every network whose coverage changed.
 */
export type Touched = {
  readonly accounts: ReadonlySet<string>
  readonly transactions: ReadonlySet<string>
  readonly labels: ReadonlySet<string>
  readonly coins: ReadonlySet<number>
  readonly networks: ReadonlySet<number>
}

/** Rows, with the versions of the ledger from which they were read. */
export type Versioned<Key, Row> = { readonly versions: Versions; readonly found: ReadonlyMap<Key, Row> }

/**
 * The ledger's read operations. Unless stated otherwise, a returned map contains an entry for each
 * `accountId` that has data, and no other entries.
 */
export type LedgerReads = {
  versions(): Promise<Versions>
  /**
   * Returns the current versions and what has changed since `versions`. `touched` is undefined if the changes
   * are unknown or too many to list.
   */
  changesSince(versions: Versions): Promise<{ readonly now: Versions; readonly touched: Touched | undefined }>
  /**
   * Returns the block ranges that the ledger contains for the given networks, in ascending order. The keys
   * are the networks' numbers as text.
   */
  coverage(networks: readonly number[]): Promise<Versioned<string, readonly CoveredRange[]>>
  /**
   * Returns how much of each given address's history has been fetched from a source. Each list has one item.
   */
  fetched(keys: readonly AccountKey[]): Promise<Versioned<string, readonly FetchedHistory[]>>
  totals(keys: readonly AccountKey[]): Promise<ReadonlyMap<string, readonly Total[]>>
  /** Returns totals with the newest movements. For most addresses, operations need no further data. */
  accounts(keys: readonly AccountKey[]): Promise<Versioned<string, readonly AccountState[]>>
  /**
   * Returns the edges of the given accounts to counterparties with a current or previous label, keyed by
   * `accountCoinId`. Edges are stored only for accounts whose movements are not all in `newest`. The edges of
   * all other accounts are derived from their movements.
   */
  edges(accounts: readonly AccountCoin[]): Promise<ReadonlyMap<string, readonly Edge[]>>
  labels(keys: readonly AccountKey[]): Promise<Versioned<string, readonly LabelRow[]>>
  /**
   * Returns a page of the `accountId`s of addresses with a current or previous label, in ascending order
   * after `after`. An empty page marks the end.
   */
  knownAddresses(after: string): Promise<readonly string[]>
  /**
   * Returns up to `most` entities and texts of labels that start with `text`, regardless of case, in ascending
   * order, followed by those with a later word that does.
   */
  names(text: string, most: number): Promise<readonly string[]>
  /**
   * Returns up to `most` of the `accountId`s of addresses that have a label with this entity or this text,
   * regardless of case, in ascending order after `after`.
   */
  named(name: string, after: string, most: number): Promise<readonly string[]>
  /** Returns prices, oldest first. */
  prices(coins: readonly number[]): Promise<readonly DayPrice[]>
  /**
   * Returns all movements of these addresses, in no particular order. Omits addresses with more than `most`
   * movements.
   */
  histories(keys: readonly AccountKey[], most: number): Promise<ReadonlyMap<string, readonly Movement[]>>
  /**
   * Returns the newest movements in a window, in no particular order. If the window contains more than `most`
   * movements, returns `most` or slightly more.
   */
  newest(window: Window, most: number): Promise<readonly Movement[]>
  /**
   * Returns a page of an account's history. Rejects with the signal's reason when the signal is aborted.
   * Reading a page of old transactions can take a long time, so callers can cancel it.
   */
  page(key: AccountKey, of: PageQuery, signal?: AbortSignal): Promise<HistoryPage>
  /**
   * Returns the sender of the first coins that an account received, in hex. Empty if the coins were minted.
   */
  firstFunder(key: AccountKey, coin: number): Promise<string | undefined>
  /** Returns the transactions with the given identifiers (in stored form). */
  transactions(network: number, txs: readonly string[]): Promise<readonly LedgerTransaction[]>
  /** Returns transaction identifiers (in stored form), keyed by the given references from movements. */
  hashes(network: number, references: readonly string[]): Promise<Versioned<string, string>>
  /** Returns the transactions with the given references from movements. */
  referenced(network: number, references: readonly string[]): Promise<readonly LedgerTransaction[]>
}

/**
 * The ledger, which contains transfers, labels and prices. Callers do not depend on the engine that stores
 * them.
 */
export type LedgerStore = LedgerReads & {
  /**
   * Whether the ledger is inside the process, on a server, or absent. If it is absent, every call except
   * `close` fails.
   */
  readonly place: 'embedded' | 'server' | 'absent'
  /**
   * The recommended number of transfers per piece of an import. Larger pieces would delay concurrent reads.
   */
  readonly pieceTransfers: number
  /** Returns the names of migrations that have not been applied yet. */
  pending(): Promise<string[]>
  /** Creates or migrates the tables. Several nodes can call it concurrently. */
  migrate(): Promise<string[]>
  /** Returns this ledger's identity. An import journal belongs to one ledger. */
  id(): Promise<string>
  ping(): Promise<void>
  close(): Promise<void>
  /** Runs all reads made through `view` against one consistent state, unaffected by concurrent changes. */
  snapshot<Result>(read: (view: LedgerReads) => Promise<Result>): Promise<Result>

  /** Packs a piece of an import. */
  pack(transactions: readonly SourceTransaction[]): Promise<PackedPiece>
  /** Stores a piece of an import without committing it. Staging the same piece again replaces it. */
  stage(piece: { importId: number; seq: number }, packed: PackedPiece): Promise<void>
  /** Returns the sequence numbers of the uncommitted pieces of an import, in ascending order. */
  staged(importId: number): Promise<readonly number[]>
  /**
   * Commits a piece. Repeated calls have no further effect. Returns the number of new transfers in the piece.
   * `covered` lists the ranges that the ledger contains once this piece is committed, so pass it with the
   * last piece of an import.
   */
  commit(piece: { importId: number; seq: number }, covered?: readonly CoveredRange[]): Promise<number>
  /**
   * Commits all pieces of an import at once by rebuilding the tables, which is faster for a large import into
   * a small ledger. Returns false if a rebuild is not worthwhile or the ledger has changed in the meantime.
   * The caller then commits the pieces one by one. A ledger with fetched histories is not rebuilt.
   */
  commitWhole(
    importId: number,
    options?: { readonly covered?: readonly CoveredRange[]; onDone?(share: number): void },
  ): Promise<boolean>
  /** Records ranges in which no transfers remain to be stored, such as followed blocks without transfers. */
  cover(ranges: readonly CoveredRange[]): Promise<void>
  /** Returns the number of retractions and resets that the ledger has had. */
  retractions(): Promise<number>
  /**
   * Stores a part of an address's history and, if this changes, how much of the history the ledger then
   * contains. Transfers without an exact position are matched with stored ones by content, so that a part can
   * safely be stored several times. Returns the number of new transfers, or `undefined` if the number of
   * retractions is no longer `retractions`. In that case, nothing is stored, because the part may contain
   * retracted blocks.
   */
  commitHistory(part: HistoryPart): Promise<number | undefined>
  /** Returns the number of new transfers in the committed pieces. */
  freshOf(importId: number): Promise<number>
  /**
   * Stores facts that some lines of an import provide about other lines. Facts with the same key keep their
   * order.
   */
  addFacts(importId: number, facts: readonly Fact[]): Promise<void>
  readFacts(importId: number, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>>
  /** Deletes all pieces and facts of an import. Keeps committed data. */
  dropStaged(importId: number): Promise<void>
  /** Removes all of a network's transactions and ranges from a given block onwards. */
  retract(blocks: { network: number; fromBlock: number }): Promise<void>
  /** Stores labels under a new revision without making them visible. */
  stageLabels(revision: number, labels: readonly NewLabel[]): Promise<void>
  /**
   * Makes a revision visible: afterwards, each source in the revision has exactly the revision's labels.
   * Returns the number of distinct labels per source.
   */
  commitLabels(revision: number, onProgress?: LabelProgress): Promise<readonly LabelSourceCount[]>
  dropLabels(revision: number): Promise<void>
  /** Stores prices. A price replaces a stored price for the same coin and day. */
  putPrices(prices: readonly DayPrice[]): Promise<void>
  /** Returns those of the given coins that have a price. */
  pricedCoins(coins: readonly number[]): Promise<ReadonlySet<number>>
  /** Deletes all data. The ledger gets a new identity, so the import journal must also be reset. */
  clear(): Promise<void>
}
