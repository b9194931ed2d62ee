import type { BalanceHistories } from '../../lookup/balance-history.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { Direction } from '../../policy/risk-policy.ts'
import type { Arrival } from './expand-place.ts'
import type { Older } from './older.ts'

/** The transfers where tracing begins on one side, with their value. */
export type RootSide = {
  readonly arrivals: readonly Omit<Arrival, 'book'>[]
  /** The sums of transfers that are older than those that were read. */
  readonly older: readonly Older[]
}

/** The transfers where tracing begins, with the data that has already been read. */
export type Roots = Readonly<Record<Direction, RootSide>> & {
  readonly isKnown: boolean
  /**
   * The value that the queried address sent beyond its recorded balances, coin by coin. Zero for a
   * transaction, or if only the address's newest transfers were read.
   */
  readonly shortfall: bigint
  /** The queried address in hex, or undefined for a transaction without an address. */
  readonly self: string | undefined
  readonly balances: ReadonlyMap<string, BalanceHistories>
  readonly known: ReadonlyMap<string, KnownAs | undefined>
}

export const noRoots: RootSide = { arrivals: [], older: [] }
