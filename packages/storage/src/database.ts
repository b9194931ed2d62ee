import type { Kysely } from 'kysely'
import type { Claim } from './claims.ts'
import type { CopyConnection } from './copy/copy-connection.ts'

/** An open PostgreSQL database, embedded or on a server, with the same interface for both. */
export type Database = {
  readonly engine: 'embedded' | 'server'
  /**
   * Returns a query builder for the caller's tables. On a server, a query that exceeds `mostMs` is cancelled.
   * An embedded store can't cancel queries.
   */
  tables<Tables>(limits?: { readonly mostMs: number }): Kysely<Tables>
  /**
   * Runs one statement with values, or a script of several statements without values. Used by the job queue.
   */
  run(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** Opens a connection for copying tables. An embedded store runs no other query until it is released. */
  openCopy(): Promise<CopyConnection>
  /** Claims a name across all nodes of this store until it is released or the node dies. */
  readonly claim: Claim
  /** Rejects if the store does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}
