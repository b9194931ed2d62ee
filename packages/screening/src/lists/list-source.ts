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

/** Where a list comes from and how it is read. */
export type ListSource = {
  readonly format: ListFormat
  readonly title: string
  readonly publisher: string
  /** Where the operator downloads it; this program never does. */
  readonly address: string
  readonly published: string
  readonly licence: string
  read(bytes: TextBytes): AsyncIterable<ListItem>
}

/** What a reader finds: an entry, a row that it leaves out and why, or when the list was published. */
export type ListItem =
  | { readonly entry: ListEntry }
  | { readonly skipped: string }
  /** `YYYY-MM-DD`, or a whole moment in ISO 8601. */
  | { readonly publishedAt: string }
