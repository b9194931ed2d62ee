import type { Network } from '../../addresses/networks.ts'
import type { Transfer } from '../../imports/transfer.ts'
import { keyOf, readBlock } from './etl-facts.ts'
import type { EtlRecord } from './etl-record.ts'

export type EtlMapping = {
  readonly network: Network
  /** Treats transactions without a receipt as successful and without a fee. */
  readonly assumeSuccess: boolean
}

/** Facts from other files, limited to those that the lines of a batch need. */
export type KnownFacts = ReadonlyMap<string, readonly string[]>

/** The transfers of a line, or its problem. */
export type MappingResult = readonly Transfer[] | { readonly problem: string }

/** Returns the block time of a line: from the line, otherwise from the blocks file. */
export function timeOf({ text }: EtlRecord, known: KnownFacts): string {
  return text('block_timestamp') || readBlock(known.get(keyOf.block(text('block_number')))).time
}
