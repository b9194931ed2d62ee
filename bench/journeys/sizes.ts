import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = {
  /** People who begin at the same moment. */
  readonly people: number
  /** People who come one after the other, to compare with. */
  readonly alone: number
}

export const fullSizes: Sizes = { people: 50, alone: 2 }
export const quickSizes: Sizes = { people: 4, alone: 1 }

export type Bench = BenchOf<Sizes>
