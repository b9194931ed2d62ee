export type ImportProgress = {
  readonly phase: 'reading' | 'writing'
  /** Number of bytes while reading, or number of pieces while writing. */
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
