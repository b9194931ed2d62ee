import type { Person } from '@touchstone/screening'
import type { BenchOf } from '../support/run-bench.ts'
import type { LoadedList } from './load-lists.ts'

export type Sizes = { readonly questions: number; readonly builds: number }

export type Shared = {
  /** The folder with the lists' files; `undefined` where the lists are made up. */
  readonly folder: string | undefined
  readonly lists: readonly LoadedList[]
  /** Each asked once: what was worked out for one name helps the next only as far as people share names. */
  readonly people: readonly Person[]
}

export type Bench = BenchOf<Sizes, Shared>
