import type { Clock } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { WorkPool } from '@touchstone/workers'
import type { Kysely, Transaction } from 'kysely'
import type { ScreeningTables } from './tables.ts'

/**
 * Dependencies of all functions that access the store or worker threads; passed explicitly instead of kept in
 * singletons.
 */
export type ScreeningContext = {
  readonly database: Database
  readonly clock: Clock
  /**
   * Created by `createScreeningWorkers`. Reading a list or building an index on the main thread would block
   * the event loop.
   */
  readonly workers: WorkPool
  /** Folder for list files while they are read; the system's temporary folder by default. */
  readonly spoolFolder?: string
}

export type ScreeningDb = Kysely<ScreeningTables> | Transaction<ScreeningTables>

export function listsOf(context: Pick<ScreeningContext, 'database'>): Kysely<ScreeningTables> {
  return context.database.tables<ScreeningTables>()
}
