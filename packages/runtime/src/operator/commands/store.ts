import { defaultBucketCapacity, rebuildRollups, tablesOf } from '@touchstone/kyc'
import { ledgerMigrations, openLedger } from '@touchstone/kyt'
import { type ClickHouse, migrate, pendingClickHouseMigrations, pendingMigrations } from '@touchstone/storage'
import { allMigrations } from '../../open-runtime.ts'
import type { Command } from '../command.ts'

export const storeMigrate: Command<Record<string, never>, { ran: string[] }> = async (runtime) => {
  const { database, clickhouse, kyt } = runtime
  const ran = await migrate({ database, migrations: allMigrations })
  if (clickhouse.engine === 'absent') return { ran }
  const ranInLedger = await pendingClickHouseMigrations({ clickhouse, migrations: ledgerMigrations })
  await openLedger(kyt)
  return { ran: [...ran, ...ranInLedger] }
}

type EngineState = { engine: string; answers: boolean; pendingMigrations: string[] }
export type StoreState = EngineState & { ledger: EngineState }

export const storeState: Command<Record<string, never>, StoreState> = async ({ database, clickhouse }) => {
  await database.ping()
  return {
    engine: database.engine === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL server',
    answers: true,
    pendingMigrations: await pendingMigrations({ database, migrations: allMigrations }),
    ledger: await ledgerState(clickhouse),
  }
}

async function ledgerState(clickhouse: ClickHouse): Promise<EngineState> {
  if (clickhouse.engine === 'absent') return { engine: 'none', answers: false, pendingMigrations: [] }
  await clickhouse.ping()
  return {
    engine: clickhouse.engine === 'embedded' ? 'embedded ClickHouse' : 'ClickHouse server',
    answers: true,
    pendingMigrations: await pendingClickHouseMigrations({ clickhouse, migrations: ledgerMigrations }),
  }
}

/** Counters and the order of users lists, made anew from the journal: after a restore from a foreign backup. */
export const storeRecount: Command<Record<string, never>, { recounted: true }> = async ({ kyc }) => {
  await tablesOf(kyc)
    .transaction()
    .execute((db) => rebuildRollups(db, defaultBucketCapacity))
  return { recounted: true }
}
