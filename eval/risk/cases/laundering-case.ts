import type { Transfer } from '@touchstone/kyt'
import type { Service } from './service-rules.ts'

/** All values are in USD and are stored in the ledger as this coin. */
export const coin = 'USDT-ERC20'

/**
 * A real case as recorded by investigators. Addresses are in lower case. An empty address means minted or
 * burnt.
 */
export type LaunderingCase = {
  readonly name: string
  /** In time order. */
  readonly transfers: readonly Transfer[]
  /** The thief's first addresses. The ledger contains no other label for the thief. */
  readonly sources: ReadonlySet<string>
  /** The addresses at which the investigators stopped. */
  readonly terminals: ReadonlySet<string>
  /** Exchanges, bridges and mixers. They pool customer funds, so traces end at their addresses. */
  readonly services: ReadonlyMap<string, Service>
  /** All addresses in the records, including services and sources, in order of appearance. */
  readonly addresses: readonly string[]
  /** Irregularities in the files that were corrected. */
  readonly oddities: readonly string[]
}
