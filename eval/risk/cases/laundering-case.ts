import type { Transfer } from '@touchstone/kyt'
import type { Service } from './service-rules.ts'

/** The ledger coin of all transfers. All values are in USD and are stored in this coin. */
export const coin = 'USDT-ERC20'

/**
 * A real case as recorded by investigators. Addresses are in lower case. An empty address represents minted
 * or burnt coins.
 */
export type LaunderingCase = {
  readonly name: string
  /** In time order. */
  readonly transfers: readonly Transfer[]
  /** The thief's first addresses. No other address of the thief is labelled in the ledger. */
  readonly sources: ReadonlySet<string>
  /** The addresses at which the investigators' tracing ended. */
  readonly terminals: ReadonlySet<string>
  /** Exchanges, bridges and mixers. Services pool customer funds, so tracing ends at their addresses. */
  readonly services: ReadonlyMap<string, Service>
  /** All addresses in the records in order of appearance, including services and sources. */
  readonly addresses: readonly string[]
  /** Irregularities that were found and corrected in the files. */
  readonly oddities: readonly string[]
}
