import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = {
  /** Numbers of people who start at the same moment, measured one after another. */
  readonly people: readonly number[]
  /** Numbers of worker processes in addition to the server, measured one after another. */
  readonly workers: readonly number[]
  /** How long the service is idle after a verification before its memory is measured. */
  readonly idleMinutes: number
}

export const fullSizes: Sizes = { people: [1, 4, 16, 64], workers: [0, 1, 2], idleMinutes: 10 }
/** Idle threads end after five minutes. */
export const quickSizes: Sizes = { people: [1, 4], workers: [0, 1], idleMinutes: 6 }

export type Bench = BenchOf<Sizes>
