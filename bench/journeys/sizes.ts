import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = {
  /**
   * The measurements, which run one after another. `workers` is the number of worker processes in addition to
   * the server. `people` lists how many people start at the same moment.
   */
  readonly rounds: readonly { readonly workers: number; readonly people: readonly number[] }[]
  /** How long the service is idle after a verification before its memory is measured. */
  readonly idleMinutes: number
}

/** Takes about 15 minutes on two idle cores. */
export const fullSizes: Sizes = {
  rounds: [
    { workers: 0, people: [1, 4, 64] },
    { workers: 1, people: [1, 4] },
    { workers: 2, people: [1, 16] },
  ],
  idleMinutes: 10,
}
export const quickSizes: Sizes = {
  rounds: [
    { workers: 0, people: [1, 4] },
    { workers: 1, people: [4] },
  ],
  // Idle threads end after five minutes.
  idleMinutes: 6,
}

export type Bench = BenchOf<Sizes>
