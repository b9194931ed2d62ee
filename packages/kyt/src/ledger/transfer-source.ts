import type { Transfer } from './transfer.ts'

/** What a source tells: transfers, or a row that can't be taken. */
export type SourceEntry =
  | { readonly transfers: readonly Transfer[] }
  | { readonly problem: string; readonly file: string; readonly line: number; readonly text: string }

/** How far reading has come: which step of the source, and where in its file the next line begins. */
export type Reached = { readonly step: number; readonly offset: number; readonly line: number }

export type SourceBatch = {
  readonly entries: readonly SourceEntry[]
  /** From here on it can be gone on with, when everything before was laid aside. */
  readonly reached: Reached
}
