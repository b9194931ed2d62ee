import type { EntryKind } from '../lists/list-entry.ts'
import type { Feature } from './feature.ts'
import type { IndexedList } from './screening-index.ts'

export type Hit = {
  readonly list: string
  readonly version: string
  readonly publishedAt: string | null
  readonly entryId: string
  /** The hash of the entry's content. A cleared pair is valid only while the hash is unchanged. */
  readonly entryHash: string
  readonly kind: EntryKind
  /** The best matching listed name, spelt as on the list. */
  readonly name: string
  readonly primaryName: string
  readonly programs: readonly string[]
  readonly score: number
  readonly threshold: number
  /** The components of the score. The sum of their parts is the score. */
  readonly features: readonly Feature[]
  /** Pairs of matching name parts. */
  readonly agreed: readonly AgreedTokens[]
}

export type AgreedTokens = { readonly asked: string; readonly listed: string; readonly similarity: number }

/** A hit that a reviewer found to be a different person. */
export type ClearedPair = { readonly list: string; readonly entryId: string; readonly entryHash: string }

export type ScreeningAnswer = {
  /** Highest score first. */
  readonly hits: readonly Hit[]
  /** Number of all hits, including those beyond the limit. */
  readonly total: number
  /** Number of hits omitted because they were cleared. */
  readonly cleared: number
  /** Version of the weights and thresholds. */
  readonly policy: string
  readonly threshold: number
  readonly screenedAgainst: readonly IndexedList[]
}
