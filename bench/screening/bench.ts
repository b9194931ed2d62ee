import type { Person } from '@touchstone/screening'
import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import type { LoadedList } from './load-lists.ts'

export type Sizes = { readonly questions: number; readonly builds: number }

/** What every part is handed. */
export type Bench = {
  readonly sizes: Sizes
  readonly progress: Progress
  readonly cleanup: Cleanup
  /** Where the files of the lists lie; `undefined` where the lists are made up. */
  readonly folder: string | undefined
  readonly lists: readonly LoadedList[]
  /** Each asked once: what was worked out for one name helps the next only as far as people share names. */
  readonly people: readonly Person[]
}
