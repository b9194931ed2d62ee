import type { Network } from '../../addresses/networks.ts'
import type { Transfer } from '../../imports/transfer.ts'

/** A transfer from a history source. Some sources don't report a transfer's position in its transaction. */
export type HistoryTransfer = Omit<Transfer, 'position'> & { readonly position: number | undefined }

export type HistoryPage = {
  /**
   * Transfers to or from the address. Sources may add other transfers of the same transactions. All transfers
   * of a transaction without a position are on the same page, because two equal ones could otherwise not be
   * distinguished from one that was read twice.
   */
  readonly transfers: readonly HistoryTransfer[]
  /** Number of rows in the source's responses, including rows that are not supported transfers. */
  readonly rows: number
  /**
   * Every transfer of the address in the requested blocks up to this one has been returned. Missing on pages
   * of sources that report the newest blocks first.
   */
  readonly through?: number
}

/**
 * Coins that the protocol issues to validators and miners. They have no sender, so a history without them is
 * complete as far as the origin of funds is concerned.
 */
export const issuedCoins = 'withdrawals of validators and block rewards'

/** The blocks to read, both inclusive. */
export type HistoryQuery = { readonly address: string; readonly from: number; readonly to: number }

/** The conditions under which a source may be asked. */
export type Asking = {
  readonly signal?: AbortSignal
  /** Called before each request. Rejects if the budget does not allow another request. */
  beforeRequest(): Promise<void>
}

/**
 * A source of the transfers of single addresses, such as a block explorer. Errors with `retryable: true` may
 * be temporary.
 */
export type HistorySource = {
  readonly kind: string
  readonly network: Network
  /**
   * Number of transactions per request, for a source that reports the newest ones first. If reading stops, it has
   * to start again.
   */
  readonly newestPerRequest?: number
  /** Returns the newest block. */
  head(asking: Asking): Promise<{ readonly block: number; readonly time: number }>
  /**
   * Returns the number of the address's transactions, so that a hub can be recognized before its history is
   * read. Undefined if the source cannot report it.
   */
  size(address: string, asking: Asking): Promise<number | undefined>
  /** Reads the transfers of an address. Ends only when all requested blocks have been read. */
  read(query: HistoryQuery, asking: Asking): AsyncIterable<HistoryPage>
  /**
   * Returns the kinds of transfers that the source cannot report, for example "internal transfers". Empty if
   * the histories are complete. Final once the first page has been read.
   */
  lacks(): readonly string[]
}
