import type { Network } from '../../addresses/networks.ts'
import type { Transfer } from '../../imports/transfer.ts'
import { keyOf, readBlock } from './etl-facts.ts'
import type { EtlRecord } from './etl-record.ts'

export type EtlMapping = {
  readonly network: Network
  /** Takes transactions without a receipt as carried out, without a fee. */
  readonly assumeSuccess: boolean
}

/** What other files say, as far as the lines of a batch need it. */
export type Known = ReadonlyMap<string, readonly string[]>

/** The transfers of a line, or what is wrong with it. */
export type Mapped = readonly Transfer[] | { readonly problem: string }

/** When the block of a line was: as the line says, or as the blocks file does. */
export function timeOf({ text }: EtlRecord, known: Known): string {
  return text('block_timestamp') || readBlock(known.get(keyOf.block(text('block_number')))).time
}
