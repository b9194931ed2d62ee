/** Values bound to the `{name:Type}` places of a statement: nothing from outside ever becomes part of the text. */
export type Parameters = Readonly<Record<string, unknown>>

/** An opened ClickHouse, in the process or on a server: the code above it can't tell which. */
export type ClickHouse = {
  /** `absent`: switched off, or the engine in the process has no build for this machine and no server is named. */
  readonly engine: 'embedded' | 'server' | 'absent'
  /** Name of the cluster that the tables are spread over; undefined on one node. */
  readonly cluster: string | undefined
  /** A question of a caller who waits. */
  query<Row>(text: string, parameters?: Parameters): Promise<Row[]>
  /** A question or a statement of work in the background, which must not hold up those who wait. */
  work<Row = never>(text: string, parameters?: Parameters): Promise<Row[]>
  /** An `INSERT … FORMAT …` and the rows that belong to it. */
  load(text: string, rows: Buffer): Promise<void>
  /** Fails unless the engine answers. */
  ping(): Promise<void>
  close(): Promise<void>
}
