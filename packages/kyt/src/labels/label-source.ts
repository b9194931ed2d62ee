import type { Label } from './label.ts'

/** What a source says in one of its rows, or why nothing comes of the row. */
export type LabelEntry = { readonly file: string; readonly line?: number } & (
  | {
      readonly label: Label
      /** Only where the row names a source of its own. */
      readonly source?: string
    }
  /** The row is wrong; a sentence for whoever made the file. */
  | { readonly problem: string }
  /** The row is right, but nothing that we keep. */
  | { readonly skipped: string }
)

/** One list in one version. Its labels replace those of every earlier version under the same name. */
export type LabelSource = {
  readonly name: string
  readonly version: string
  /** For people. */
  readonly title: string
  /** A public list that nobody here can correct: its bad rows are counted and left out, the others are taken. */
  readonly tolerant?: true
  /** Can be asked for again: every call reads the list from its beginning. */
  readonly entries: () => AsyncGenerator<LabelEntry>
}
