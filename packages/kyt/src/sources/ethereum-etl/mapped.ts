import type { Network } from '../../addresses/networks.ts'
import type { Transfer } from '../../imports/transfer.ts'
import { keyOf, readBlock } from './etl-facts.ts'
import type { EtlRecord } from './etl-record.ts'

export type EtlMapping = {
  readonly network: Network
  /** Treats transactions that have no receipt as successful and as having no fee. */
  readonly assumeSuccess: boolean
}

/** Facts from other files that the lines in a batch need. */
export type KnownFacts = ReadonlyMap<string, readonly string[]>

/** A line's transfers, or the reason why the line is invalid. */
export type MappingResult = readonly Transfer[] | { readonly problem: string }

/**
 * Returns a line's block time from the line itself, or from the blocks file if the line does not contain it.
 */
export function timeOf({ text }: EtlRecord, known: KnownFacts): string {
  return text('block_timestamp') || readBlock(known.get(keyOf.block(text('block_number')))).time
}
