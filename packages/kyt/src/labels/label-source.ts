import type { Label } from './label.ts'

/** The result of reading one row. */
export type LabelEntry = { readonly file: string; readonly line?: number } & (
  | {
      readonly label: Label
      /** The source, if the row names one. */
      readonly source?: string
    }
  /** The reason why the row is invalid, written for the author of the file. */
  | { readonly problem: string }
  /** The row is valid, but its content is not supported. */
  | { readonly skipped: string }
)

/**
 * One version of a list. Its labels replace the labels from all earlier versions of the list with the same
 * name.
 */
export type LabelSource = {
  readonly name: string
  readonly version: string
  /** A title for display. */
  readonly title: string
  /**
   * Whether this is a public list that operators cannot correct. Its invalid rows are counted and skipped,
   * and the valid rows are imported.
   */
  readonly tolerant?: true
  /** Reads the list. Every call starts from the beginning. */
  readonly entries: () => AsyncGenerator<LabelEntry>
}
