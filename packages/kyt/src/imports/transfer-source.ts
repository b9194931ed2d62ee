import type { BitcoinNetwork, Network } from '../addresses/networks.ts'
import type { BlockRange, Extent } from '../ledger/covered-range.ts'
import type { Fact, SourceTransaction } from '../ledger/ledger-store.ts'
import type { Transfer } from './transfer.ts'

/**
 * An item from a source: transfers, a transaction that is already in the ledger's form, or a rejected row.
 */
export type SourceEntry =
  | { readonly transfers: readonly Transfer[] }
  | { readonly transaction: SourceTransaction }
  | { readonly problem: string; readonly file: string; readonly line: number; readonly text: string }

/** A position in a source: a reading step, and the start of the next line in that step's file. */
export type ReadPosition = { readonly step: number; readonly offset: number; readonly line: number }

export type SourceBatch = {
  readonly entries: readonly SourceEntry[]
  /** The position from which reading can resume once this batch and all earlier batches are staged. */
  readonly reached: ReadPosition
}

/**
 * Facts in one file about lines in other files, for example a block's time. They are kept in the store
 * instead of in memory, because there can be as many facts as transactions.
 */
export type Facts = {
  /** Adds facts. Facts with the same key keep their order. */
  add(facts: readonly Fact[]): Promise<void>
  /** Returns all facts with these keys, in order. Omits keys without facts. */
  read(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>>
}

/** A source's files, passed to a thread that opens them. */
export type SourceFiles = { readonly bytes: number } & (
  | { readonly form: 'plain'; readonly paths: readonly string[] }
  | {
      readonly form: 'ethereum-etl'
      readonly path: string
      readonly network: Network
      readonly assumeSuccess: boolean
    }
  | { readonly form: 'bitcoin-etl'; readonly paths: readonly string[]; readonly network: BitcoinNetwork }
)

/** A source of transfers. */
export type TransferSource = {
  readonly kind: string
  readonly name: string
  /**
   * Identifies the content, so that an interrupted import can be resumed. If the fingerprint is empty, an
   * interrupted import starts again from the beginning.
   */
  readonly fingerprint: string
  /** How completely the source reports its blocks. Defaults to `transfers`. */
  readonly extent?: Extent
  /**
   * The block ranges that the source reports, including blocks without transfers. By default, a range extends
   * from the first to the last block with a transfer.
   */
  readonly ranges?: readonly BlockRange[]
  /** The source's files, for sources that read files. */
  readonly files?: SourceFiles
  /** How much of the source precedes a position, and how much there is in total. */
  progress?(reached: ReadPosition): { readonly done: number; readonly total: number }
  /** Reads from the start, or from a previous position. */
  read(from: ReadPosition | undefined, facts: Facts): AsyncIterable<SourceBatch>
}
