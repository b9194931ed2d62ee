import { type Database, type Migrations, migrate } from '@touchstone/storage'
import { ledger } from './migrations/0001-ledger.ts'

export const packedLedgerMigrations: Migrations = { '0001-ledger': ledger }

/** Creates or updates the tables of the ledger. They have a migration list of their own. */
export async function migratePackedLedger(database: Database): Promise<string[]> {
  return await migrate({ database, migrations: packedLedgerMigrations, schema: 'ledger' })
}
