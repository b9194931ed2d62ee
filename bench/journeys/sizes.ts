import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = {
  /** Number of people who start at the same time. */
  readonly people: number
  /** Number of people who start one after another, for comparison. */
  readonly alone: number
}

export const fullSizes: Sizes = { people: 50, alone: 2 }
export const quickSizes: Sizes = { people: 4, alone: 1 }

export type Bench = BenchOf<Sizes>
