import { type Database, type Migrations, migrate } from '@touchstone/storage'
import { packedLedger } from './migrations/0001-packed-ledger.ts'
import { edgesOfLongHistories } from './migrations/0026-edges-of-long-histories.ts'
import { countedChunks } from './migrations/0027-counted-chunks.ts'

export const packedLedgerMigrations: Migrations = {
  '0001-packed-ledger': packedLedger,
  '0026-edges-of-long-histories': edgesOfLongHistories,
  '0027-counted-chunks': countedChunks,
}

/** Makes the ledger's tables, or brings them up to date. They have a list of their own of what was done. */
export async function migratePackedLedger(database: Database): Promise<string[]> {
  return await migrate({ database, migrations: packedLedgerMigrations, schema: 'ledger' })
}
