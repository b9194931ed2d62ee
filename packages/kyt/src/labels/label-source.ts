import type { Label } from './label.ts'

/** The label of a row, or the reason for its absence. */
export type LabelEntry = { readonly file: string; readonly line?: number } & (
  | {
      readonly label: Label
      /** Only set if the row names its own source. */
      readonly source?: string
    }
  /** The row is invalid; a sentence for the author of the file. */
  | { readonly problem: string }
  /** The row is valid, but its content is not supported. */
  | { readonly skipped: string }
)

/** One version of a list. Its labels replace those of every earlier version with the same name. */
export type LabelSource = {
  readonly name: string
  readonly version: string
  /** A title for display. */
  readonly title: string
  /**
   * A public list that operators cannot correct: its invalid rows are counted and skipped, the others are
   * imported.
   */
  readonly tolerant?: true
  /** Reads the list. Every call starts from the beginning. */
  readonly entries: () => AsyncGenerator<LabelEntry>
}
