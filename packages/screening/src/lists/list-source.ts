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

/** A supported list format: its source and its reader. */
export type ListSource = {
  readonly format: ListFormat
  readonly title: string
  readonly publisher: string
  /** The page from which the operator downloads the list. Touchstone itself never downloads lists. */
  readonly address: string
  readonly published: string
  readonly licence: string
  read(bytes: TextBytes): AsyncIterable<ListItem>
}

/** A reader's output: an entry, a skipped row with the reason, or the publication date. */
export type ListItem =
  | { readonly entry: ListEntry }
  | { readonly skipped: string }
  /** `YYYY-MM-DD` or a full ISO 8601 timestamp. */
  | { readonly publishedAt: string }
