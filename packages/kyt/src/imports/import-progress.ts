export type ImportProgress = {
  readonly phase: 'reading' | 'writing'
  /** Bytes while reading, rows while writing. */
  readonly done: number
  readonly total: number
}

export type ImportReport = {
  /** Rows that the files have. */
  readonly rows: number
  /** Of these, new in the ledger. */
  readonly fresh: number
  readonly rejected: number
}
