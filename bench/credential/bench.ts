import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import type { Sizes } from './sizes.ts'

/** What every part is handed. */
export type Bench = { sizes: Sizes; progress: Progress; cleanup: Cleanup }
