import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import type { Sizes } from './sizes.ts'
import type { Worlds } from './worlds.ts'

/** What every part is handed. */
export type Bench = {
  sizes: Sizes
  cleanup: Cleanup
  progress: Progress
  worlds: Worlds
}
