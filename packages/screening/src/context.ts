import type { Clock } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { WorkPool } from '@touchstone/workers'
import type { Kysely, Transaction } from 'kysely'
import type { ScreeningTables } from './tables.ts'

/** What every function of this trade that keeps something is handed: no singletons. */
export type ScreeningContext = {
  readonly database: Database
  readonly clock: Clock
  /** Made by `createScreeningWorkers`: reading a list and building an index would freeze the event loop. */
  readonly workers: WorkPool
  /** Where a list lies while it is read; the system's folder for such files where none is named. */
  readonly spoolFolder?: string
}

export type ScreeningDb = Kysely<ScreeningTables> | Transaction<ScreeningTables>

export function listsOf(context: Pick<ScreeningContext, 'database'>): Kysely<ScreeningTables> {
  return context.database.tables<ScreeningTables>()
}
