import type { Transfer } from '@touchstone/kyt'
import type { Service } from './service-rules.ts'

/** Every value is USD, so it is kept in the ledger as this coin. */
export const coin = 'USDT-ERC20'

/** One real case, as experts followed it. Addresses are in lower case; the empty one is nobody (minted, burnt). */
export type LaunderingCase = {
  readonly name: string
  /** In the order in which they happened. */
  readonly transfers: readonly Transfer[]
  /** Where the thief's money begins: all that the ledger is told of the thief. */
  readonly sources: ReadonlySet<string>
  /** Where the experts stopped. */
  readonly terminals: ReadonlySet<string>
  /** Exchanges, bridges, mixers: who pools the money of many, so that no trail leads through. */
  readonly services: ReadonlyMap<string, Service>
  /** Everybody in the records, services and sources too, in the order in which they are named. */
  readonly addresses: readonly string[]
  /** What the files had that had to be put right. */
  readonly oddities: readonly string[]
}
