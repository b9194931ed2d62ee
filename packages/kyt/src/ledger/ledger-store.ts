import type { Movement } from './movement.ts'

/** An address on a network. */
export type AccountKey = {
  /** The network's number. */
  readonly network: number
  /** Bytes in hex. */
  readonly address: string
}

/** What an address is kept and found by: the network's number in one byte, then its own bytes; in hex. */
export const accountId = ({ network, address }: AccountKey): string => networkPrefix(network) + address

/** What the `accountId` of every address of a network begins with. */
export const networkPrefix = (network: number): string => prefixes[network] ?? ''

/** An address on a network, and a coin. */
export type AccountCoin = { readonly key: AccountKey; readonly coin: number }

/** What an account in one coin is found by. */
export const accountCoinId = ({ key, coin }: AccountCoin): string => `${accountId(key)} ${coin}`

const prefixes = Array.from({ length: 256 }, (_, network) => network.toString(16).padStart(2, '0'))

/** Sums of an address in one coin. A fee is spent, but is no transfer and no dealing with anybody. */
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

/** What an address has of one coin: sums, and the movements that are stored beside them. */
export type AccountState = Total & {
  /** Whether the newest movements are all that there ever were. */
  readonly isWhole: boolean
  /** The newest movements, in no order. */
  newest(): readonly Movement[]
}

/** What an address had with one counterparty in one coin. */
export type Edge = {
  readonly coin: number
  /** Bytes in hex. */
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

/** One transfer of a transaction. Addresses are bytes in hex: empty for who mints and who burns. */
export type LedgerTransfer = {
  readonly coin: number
  readonly position: number
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly fee: boolean
}

/** What a source tells of one transaction. */
/** A piece of an import, packed for its way into the ledger. */
export type PackedPiece = { readonly bytes: Uint8Array; readonly transfers: number }

export type GivenTransaction = {
  readonly network: number
  /** Stored form of its identifier, in hex. */
  readonly tx: string
  readonly block: number
  readonly time: number
  readonly transfers: readonly LedgerTransfer[]
}

/** A transaction of the ledger with all its transfers. */
export type LedgerTransaction = GivenTransaction & {
  /** What movements name it by, in hex. */
  readonly reference: string
}

export type NewLabel = LabelRow & { readonly key: AccountKey }

export type LabelSourceCount = { readonly source: string; readonly version: string; readonly labels: number }

/** How many of the addresses that were not known before have been looked through. */
export type LabelProgress = (addresses: number) => void

/** Something that is told of a key; it has no line end in it. */
export type Fact = readonly [key: string, fact: string]

/** A time of one account and coin, ends included, in seconds. */
export type Window = {
  readonly key: AccountKey
  readonly coin: number
  readonly from: number
  readonly to: number
}

/** Some transactions of an account, newest first. */
export type PageOf = Omit<Window, 'key'> & {
  readonly kinds: readonly ('in' | 'out')[]
  readonly offset: number
  readonly limit: number
}

export type HistoryPage = {
  /** All movements of the page's transactions, newest first. */
  readonly movements: readonly Movement[]
  /** Transactions on the page. */
  readonly transactions: number
  /** Transactions of the whole window. */
  readonly total: number
}

/** The price of a coin on a day, which counts from 1970; in 10^-12 USD. */
export type DayPrice = { readonly coin: number; readonly day: number; readonly usdE12: bigint }

/** How often each part of the ledger has changed. Numbers only grow. */
export type Versions = { readonly ledger: number; readonly labels: number; readonly prices: number }

/**
 * What changed between two states: the `accountId` of every account that moved or got another edge, the references of
 * transactions that were there before, every address whose labels changed, every coin whose prices did.
 */
export type Touched = {
  readonly accounts: ReadonlySet<string>
  readonly transactions: ReadonlySet<string>
  readonly labels: ReadonlySet<string>
  readonly coins: ReadonlySet<number>
}

/** Rows, and the state of the ledger that they are from. */
export type Versioned<Key, Row> = { readonly versions: Versions; readonly found: ReadonlyMap<Key, Row> }

/** What can be asked. Maps have an entry for every `accountId` that there is something of, if nothing else is said. */
export type LedgerReads = {
  versions(): Promise<Versions>
  /** What the changes after a state touched, and the state they led to; `touched` is missing where it is too much. */
  changesSince(versions: Versions): Promise<{ readonly now: Versions; readonly touched: Touched | undefined }>
  totals(keys: readonly AccountKey[]): Promise<ReadonlyMap<string, readonly Total[]>>
  /** Totals with the newest movements: all that an operation needs of most addresses. */
  accounts(keys: readonly AccountKey[]): Promise<Versioned<string, readonly AccountState[]>>
  /**
   * What addresses had with counterparties that somebody has, or once had, a label for, by `accountCoinId`. Only of those
   * that are not whole: of the others it follows from their movements.
   */
  edges(accounts: readonly AccountCoin[]): Promise<ReadonlyMap<string, readonly Edge[]>>
  labels(keys: readonly AccountKey[]): Promise<Versioned<string, readonly LabelRow[]>>
  /**
   * The `accountId` of every address that somebody has, or once had, a label for: those after one of them, in their order;
   * none when there are no more.
   */
  knownAddresses(after: string): Promise<readonly string[]>
  /** Oldest first. */
  prices(coins: readonly number[]): Promise<readonly DayPrice[]>
  /** All movements of addresses, in no order; those that moved more often than `most` are missing. */
  histories(keys: readonly AccountKey[], most: number): Promise<ReadonlyMap<string, readonly Movement[]>>
  /** The newest movements of a window, `most` or a few more; in no order. */
  newest(window: Window, most: number): Promise<readonly Movement[]>
  /** Ends with the signal's reason as soon as it is given: a page may lie far back. */
  page(key: AccountKey, of: PageOf, signal?: AbortSignal): Promise<HistoryPage>
  /** Who sent the first coins that an account received: in hex, empty for minted ones. */
  firstFunder(key: AccountKey, coin: number): Promise<string | undefined>
  /** Transactions by their identifiers' stored forms. */
  transactions(network: number, txs: readonly string[]): Promise<readonly LedgerTransaction[]>
  /** Stored forms of transactions' identifiers, by the references that movements have of them. */
  hashes(network: number, references: readonly string[]): Promise<Versioned<string, string>>
  /** Transactions by the references that movements have of them. */
  referenced(network: number, references: readonly string[]): Promise<readonly LedgerTransaction[]>
}

/** The ledger: transfers, labels and prices. Nothing above it knows in which engine they lie. */
export type LedgerStore = LedgerReads & {
  /** Inside the process, on a server, or not there at all: then everything but `close` fails. */
  readonly place: 'embedded' | 'server' | 'absent'
  /** How many transfers a piece of an import should have: more at once would hold up those who ask meanwhile. */
  readonly pieceTransfers: number
  /** Names of changes to its tables that have not been made yet. */
  pending(): Promise<string[]>
  /** Makes its tables, or brings them up to date; safe from several nodes at once. */
  migrate(): Promise<string[]>
  /** Which ledger this is: the journal of imports belongs to one. */
  id(): Promise<string>
  ping(): Promise<void>
  close(): Promise<void>
  /** Everything that is asked of `view` is answered from one state, whatever changes meanwhile. */
  snapshot<Result>(read: (view: LedgerReads) => Promise<Result>): Promise<Result>

  /** Packs a piece of an import. */
  pack(transactions: readonly GivenTransaction[]): Promise<PackedPiece>
  /** Lays a piece of an import aside; the same piece again takes the place of the first. */
  stage(piece: { importId: number; seq: number }, packed: PackedPiece): Promise<void>
  /** Pieces of an import that are not in the ledger yet, in their order. */
  staged(importId: number): Promise<readonly number[]>
  /** Puts a piece in, once however often it is asked for. Returns how many transfers of it were new. */
  commit(piece: { importId: number; seq: number }): Promise<number>
  /**
   * Puts all pieces of an import in at once, where that is quicker: of a large import, into a ledger with little in it.
   * Where it is not, or somebody changed the ledger meanwhile, it returns false, and they have to go in one by one.
   */
  commitWhole(importId: number, onDone?: (share: number) => void): Promise<boolean>
  /** How many transfers of the pieces that were put in were new. */
  freshOf(importId: number): Promise<number>
  /** Keeps what lines of an import say of other lines; what is told of a key again comes after what was told before. */
  tellFacts(importId: number, facts: readonly Fact[]): Promise<void>
  askFacts(importId: number, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>>
  /** Forgets all pieces and facts of an import; what was put in stays. */
  dropStaged(importId: number): Promise<void>
  /** Takes everything of a network from a block on out. */
  retract(blocks: { network: number; fromBlock: number }): Promise<void>
  /** Lays labels aside under a number of their own. */
  stageLabels(revision: number, labels: readonly NewLabel[]): Promise<void>
  /** Each source that the labels name has exactly these afterwards. Returns how many distinct ones. */
  commitLabels(revision: number, onProgress?: LabelProgress): Promise<readonly LabelSourceCount[]>
  dropLabels(revision: number): Promise<void>
  /** One for a coin and a day that has a price takes its place. */
  putPrices(prices: readonly DayPrice[]): Promise<void>
  /** Takes everything out. It is another ledger afterwards: the journal of imports has to begin anew. */
  clear(): Promise<void>
}
