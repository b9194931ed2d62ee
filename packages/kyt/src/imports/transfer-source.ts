import type { BitcoinNetwork, Network } from '../addresses/networks.ts'
import type { Fact, SourceTransaction } from '../ledger/ledger-store.ts'
import type { Transfer } from './transfer.ts'

/** An item of a source: transfers, a transaction already in the ledger's form, or a rejected row. */
export type SourceEntry =
  | { readonly transfers: readonly Transfer[] }
  | { readonly transaction: SourceTransaction }
  | { readonly problem: string; readonly file: string; readonly line: number; readonly text: string }

/** A position in a source: the step, and the start of the next line in the file of that step. */
export type ReadPosition = { readonly step: number; readonly offset: number; readonly line: number }

export type SourceBatch = {
  readonly entries: readonly SourceEntry[]
  /** Where reading can resume once all previous entries are staged. */
  readonly reached: ReadPosition
}

/**
 * Facts that lines state about lines in other files. They are kept in the store, because there can be as many
 * as transactions.
 */
export type Facts = {
  /** Adds facts. Facts about the same key keep their order. */
  add(facts: readonly Fact[]): Promise<void>
  /** Returns all facts about the keys, in order. Keys without facts are missing. */
  read(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>>
}

/** The files of a source, so that a thread can open them. */
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
   * Identifies the content, so that an interrupted import can be resumed. Empty if unknown: the source is
   * then read again from the start.
   */
  readonly fingerprint: string
  /** The files of a source that reads files. */
  readonly files?: SourceFiles
  /** The share of the source that is before a position. */
  progress?(reached: ReadPosition): { readonly done: number; readonly total: number }
  /** Reads from the start, or from a previous position. */
  read(from: ReadPosition | undefined, facts: Facts): AsyncIterable<SourceBatch>
}
