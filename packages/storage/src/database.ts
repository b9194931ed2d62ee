import type { Kysely } from 'kysely'
import type { Claim } from './claims.ts'

/** An opened PostgreSQL, in the process or on a server: the code above it can't tell which. */
export type Database = {
  readonly engine: 'embedded' | 'server'
  /**
   * The query builder over the tables that a caller's engine owns. A server ends each query that takes longer than
   * `mostMs`; an embedded store can't be interrupted.
   */
  tables<Tables>(limits?: { readonly mostMs: number }): Kysely<Tables>
  /** One statement with values, or a script of several without: what the job queue needs. */
  run(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** Claims a name among all nodes that have this store open, until it is released or the node dies. */
  readonly claim: Claim
  /** Fails unless the store answers. */
  ping(): Promise<void>
  close(): Promise<void>
}
