/**
 * How much of a fetched history is in the ledger: everything up to a block, the part up to a block at which
 * reading stopped, or nothing, because the address has too many transactions to read.
 */
export const fetchStates = ['whole', 'part', 'busy'] as const
export type FetchState = (typeof fetchStates)[number]

/** The part of one address's history that has been fetched from a source. */
export type FetchedHistory = {
  readonly state: FetchState
  /** The ledger contains every transfer of the address up to this block. -1 if no block has been read. */
  readonly through: number
  /** The time of the block `through`, in Unix seconds. 0 if no block has been read. */
  readonly throughTime: number
  /** When the source was last read, in Unix seconds. */
  readonly readAt: number
  /** The kind of source. */
  readonly source: string
  /** The kinds of transfers that the source can't report. */
  readonly lacks: readonly string[]
  /** The number of transactions that the source reported before the history was read. */
  readonly size: number | undefined
}
