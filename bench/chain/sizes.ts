import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = {
  /** Mints per round. */
  readonly mints: number
  readonly rounds: number
  /** Number of pending jobs when the process is killed. */
  readonly inFlight: number
}

export const fullSizes: Sizes = { mints: 500, rounds: 3, inFlight: 500 }
export const quickSizes: Sizes = { mints: 40, rounds: 1, inFlight: 60 }

export type Bench = BenchOf<Sizes>
