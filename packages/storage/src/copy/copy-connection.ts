/**
 * One connection of a database, on which rows are copied in PostgreSQL's text format. The caller opens and ends
 * transactions itself.
 */
export type CopyConnection = {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Runs a `copy … to stdout` statement and returns its lines. */
  copyOut(statement: string): Promise<Buffer>
  /** Runs a `copy … from stdin` statement with these lines. */
  copyIn(statement: string, lines: Uint8Array): Promise<void>
  /** Returns the connection to its database. A connection with an open transaction is closed instead. */
  release(): Promise<void>
}

/** Settings with which every server writes values in the same way. */
const settings = {
  datestyle: "'ISO, YMD'",
  intervalstyle: "'postgres'",
  timezone: "'UTC'",
  bytea_output: "'hex'",
  extra_float_digits: '1',
}

export const copySettings = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`)
export const resetCopySettings = Object.keys(settings).map((name) => `reset ${name}`)
