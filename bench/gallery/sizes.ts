import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = {
  /** Numbers of people whose templates are in memory. */
  galleries: readonly number[]
  /** Number of people enrolled through the store. */
  enrolled: number
  rounds: number
}

export type Bench = BenchOf<Sizes>

export const fullSizes: Sizes = { galleries: [10_000, 100_000, 1_000_000], enrolled: 3_000, rounds: 9 }
export const quickSizes: Sizes = { galleries: [10_000, 100_000], enrolled: 100, rounds: 3 }
