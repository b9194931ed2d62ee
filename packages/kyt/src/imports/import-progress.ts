export type ImportProgress = {
  readonly phase: 'reading' | 'writing'
  /** Progress in bytes while reading, or in pieces while writing. */
  readonly done: number
  readonly total: number
}

export type ImportReport = {
  /** Number of rows in the files. */
  readonly rows: number
  /** Number of rows that were new to the ledger. */
  readonly fresh: number
  readonly rejected: number
}
