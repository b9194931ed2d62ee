import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = {
  /** People who start at the same moment. */
  readonly people: number
  /** People who start one after another, for comparison. */
  readonly alone: number
}

export const fullSizes: Sizes = { people: 50, alone: 2 }
export const quickSizes: Sizes = { people: 4, alone: 1 }

export type Bench = BenchOf<Sizes>
