import type { EntryKind } from '../lists/list-entry.ts'
import type { Feature } from './feature.ts'
import type { IndexedList } from './screening-index.ts'

export type Hit = {
  readonly list: string
  readonly version: string
  readonly publishedAt: string | null
  readonly entryId: string
  /** Of what the list says about the party; a cleared pair holds only as long as it stays the same. */
  readonly entryHash: string
  readonly kind: EntryKind
  /** The listed name that agrees best, as it is listed. */
  readonly name: string
  readonly primaryName: string
  readonly programs: readonly string[]
  readonly score: number
  readonly threshold: number
  /** Their parts add up to the score. */
  readonly features: readonly Feature[]
  /** Which part of the name was taken for which listed one. */
  readonly agreed: readonly AgreedTokens[]
}

export type AgreedTokens = { readonly asked: string; readonly listed: string; readonly similarity: number }

/** A hit that somebody has looked at and found to be another person. */
export type ClearedPair = { readonly list: string; readonly entryId: string; readonly entryHash: string }

export type ScreeningAnswer = {
  /** The highest score first. */
  readonly hits: readonly Hit[]
  /** How many there are, also of those past the limit. */
  readonly total: number
  /** Hits that were left out because they had been cleared. */
  readonly cleared: number
  /** Version of the weights and thresholds. */
  readonly policy: string
  readonly threshold: number
  readonly screenedAgainst: readonly IndexedList[]
}
