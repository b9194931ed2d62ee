import { defaultBucketCapacity, rebuildRollups, tablesOf } from '@touchstone/kyc'
import { migrate, pendingMigrations } from '@touchstone/storage'
import { allMigrations } from '../../open-runtime.ts'
import type { Command } from '../command.ts'

export const storeMigrate: Command<Record<string, never>, { ran: string[] }> = async ({ database }) => ({
  ran: await migrate({ database, migrations: allMigrations }),
})

export type StoreState = { engine: string; answers: boolean; pendingMigrations: string[] }

export const storeState: Command<Record<string, never>, StoreState> = async ({ database }) => {
  await database.ping()
  return {
    engine: database.engine === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL server',
    answers: true,
    pendingMigrations: await pendingMigrations({ database, migrations: allMigrations }),
  }
}

/** Counters and the order of users lists, made anew from the journal: after a restore from a foreign backup. */
export const storeRecount: Command<Record<string, never>, { recounted: true }> = async ({ kyc }) => {
  await tablesOf(kyc)
    .transaction()
    .execute((db) => rebuildRollups(db, defaultBucketCapacity))
  return { recounted: true }
}
