import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'

export type Sizes = {
  /** Mints of one round. */
  readonly mints: number
  readonly rounds: number
  /** Jobs that are under way when the process is killed. */
  readonly inFlight: number
}

export const fullSizes: Sizes = { mints: 500, rounds: 3, inFlight: 500 }
export const quickSizes: Sizes = { mints: 40, rounds: 1, inFlight: 60 }

/** What every part is handed. */
export type Bench = { readonly sizes: Sizes; readonly progress: Progress; readonly cleanup: Cleanup }
