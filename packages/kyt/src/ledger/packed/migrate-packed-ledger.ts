import { type Database, type Migrations, migrate } from '@touchstone/storage'
import { packedLedger } from './migrations/0001-packed-ledger.ts'

export const packedLedgerMigrations: Migrations = { '0001-packed-ledger': packedLedger }

/** Makes the ledger's tables, or brings them up to date. They have a list of their own of what was done. */
export async function migratePackedLedger(database: Database): Promise<string[]> {
  return await migrate({ database, migrations: packedLedgerMigrations, schema: 'ledger' })
}
