import type { Person } from '@touchstone/screening'
import type { BenchOf } from '../support/run-bench.ts'
import type { LoadedList } from './load-lists.ts'

export type Sizes = { readonly questions: number; readonly builds: number }

export type Shared = {
  /** The folder with the list files, or `undefined` if the lists are generated. */
  readonly folder: string | undefined
  readonly lists: readonly LoadedList[]
  /** Each person is queried once, so cached name parts help only if people share names. */
  readonly people: readonly Person[]
}

export type Bench = BenchOf<Sizes, Shared>
