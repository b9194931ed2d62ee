import type { TextBytes } from './decode-text.ts'
import type { ListEntry } from './list-entry.ts'

export const listFormats = [
  'ofac-advanced-xml',
  'un-xml',
  'eu-csv',
  'opensanctions-csv',
  'ftm-json',
  'plain-csv',
] as const
export type ListFormat = (typeof listFormats)[number]

/** Source of a list and its reader. */
export type ListSource = {
  readonly format: ListFormat
  readonly title: string
  readonly publisher: string
  /** Download page for the operator; this program never downloads. */
  readonly address: string
  readonly published: string
  readonly licence: string
  read(bytes: TextBytes): AsyncIterable<ListItem>
}

/** Output of a reader: an entry, a skipped row with the reason, or the publication date. */
export type ListItem =
  | { readonly entry: ListEntry }
  | { readonly skipped: string }
  /** `YYYY-MM-DD`, or a full timestamp in ISO 8601. */
  | { readonly publishedAt: string }
