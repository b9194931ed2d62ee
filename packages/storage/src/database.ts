import type { Kysely } from 'kysely'
import type { Claim } from './claims.ts'

/** An open PostgreSQL database, embedded or on a server; callers do not see the difference. */
export type Database = {
  readonly engine: 'embedded' | 'server'
  /**
   * Returns a query builder for the caller's tables. A server cancels each query that exceeds `mostMs`; an
   * embedded store can't cancel a query.
   */
  tables<Tables>(limits?: { readonly mostMs: number }): Kysely<Tables>
  /** Runs one statement with values, or a script of several statements without; for the job queue. */
  run(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** Claims a name among all nodes of this store, until it is released or the node dies. */
  readonly claim: Claim
  /** Fails if the store does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}
