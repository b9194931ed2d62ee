import type { ListFormat } from './lists/list-source.ts'
import type { ScreeningIndex } from './match/screening-index.ts'

/** What is asked of the workers. */
export type ReadListTask = {
  readonly format: ListFormat
  /** The list as it came. */
  readonly file: string
  /** Where its entries are put: a line each, see `entry-line.ts`. */
  readonly entriesFile: string
}

export type ReadListAnswer = {
  readonly entries: number
  readonly names: number
  readonly cryptoAddresses: number
  readonly publishedAt: string | null
  readonly skipped: { reason: string; count: number }[]
}

export type BuildIndexTask = {
  readonly lists: readonly {
    readonly list: string
    readonly version: string
    readonly publishedAt: string | null
    /** The entries' JSON, a line each. */
    readonly bodies: Uint8Array
  }[]
}

export type BuildIndexAnswer = ScreeningIndex
