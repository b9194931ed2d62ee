import type { BalanceHistories } from '../../lookup/balance-history.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { Direction } from '../../policy/risk-policy.ts'
import type { Arrival } from './expand-place.ts'
import type { Older } from './older.ts'

/** Value at the transfers that a question is about, one side of them. */
export type RootSide = {
  readonly arrivals: readonly Omit<Arrival, 'book'>[]
  /** Dealings from before the transfers that were read, known only by their sums. */
  readonly older: readonly Older[]
}

/** Where tracing begins, and what is known already. */
export type Roots = Readonly<Record<Direction, RootSide>> & {
  readonly isKnown: boolean
  /** The address asked about, in hex; none for a transaction by itself. */
  readonly self: string | undefined
  readonly balances: ReadonlyMap<string, BalanceHistories>
  readonly known: ReadonlyMap<string, KnownAs | undefined>
}

export const noRoots: RootSide = { arrivals: [], older: [] }
