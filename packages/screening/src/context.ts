import type { Clock } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { WorkPool } from '@touchstone/workers'
import type { Kysely, Transaction } from 'kysely'
import type { ScreeningTables } from './tables.ts'

/**
 * The dependencies of all functions that access the store or worker threads. The dependencies are passed
 * explicitly instead of being kept in singletons.
 */
export type ScreeningContext = {
  readonly database: Database
  readonly clock: Clock
  /**
   * The workers created by `createScreeningWorkers`. Workers read lists and build indexes, which would block
   * the event loop on the main thread.
   */
  readonly workers: WorkPool
  /** The folder for list files while they are read. Defaults to the system's temporary folder. */
  readonly spoolFolder?: string
}

export type ScreeningDb = Kysely<ScreeningTables> | Transaction<ScreeningTables>

export function listsOf(context: Pick<ScreeningContext, 'database'>): Kysely<ScreeningTables> {
  return context.database.tables<ScreeningTables>()
}
