import type { Worlds } from '../api/worlds.ts'
import type { LedgerBench } from '../ledger/run-ledger-bench.ts'

export type Sizes = {
  /** Number of users in the small and in the large data set. */
  users: number
  manyUsers: number
  /** Number of days over which the journeys are spread. */
  days: number
  repeats: number
  /** Number of transfers of the busy address and of the quiet address. */
  transfers: number
  fewTransfers: number
  /** Number of links in the explorer's graph. */
  links: number
}

export type Bench = LedgerBench<Sizes, Worlds>

export const fullSizes: Sizes = {
  users: 10_000,
  manyUsers: 1_000_000,
  days: 365,
  repeats: 40,
  transfers: 1_000_000,
  fewTransfers: 1000,
  links: 5000,
}
export const quickSizes: Sizes = {
  users: 1000,
  manyUsers: 20_000,
  days: 365,
  repeats: 10,
  transfers: 20_000,
  fewTransfers: 1000,
  links: 5000,
}
