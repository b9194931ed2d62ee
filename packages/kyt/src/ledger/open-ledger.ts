import { randomUUID } from 'node:crypto'
import { OperatorError } from '@touchstone/common'
import { migrateClickHouse, withStoreLock } from '@touchstone/storage'
import { journalOf, type KytContext } from '../context.ts'
import { ledgerMigrations } from '../migrations/index.ts'
import { noteBasePolicy } from '../risk/policy/policies.ts'
import { abandonStaging } from './begin-staging.ts'
import { insertIdentity, selectIdentity } from './identity-store.ts'
import { claimLedger } from './import-journal-store.ts'
import { recoverImports } from './recover-imports.ts'

/** Brings the ledger's tables up to date, makes sure that the journal is this ledger's, and ends what a crash cut short. */
export async function openLedger(context: KytContext): Promise<void> {
  await withStoreLock(context.database, 'kyt-migrate', async () => {
    await migrateClickHouse({ clickhouse: context.clickhouse, migrations: ledgerMigrations })
    let mine = await selectIdentity(context.clickhouse)
    if (mine === undefined) {
      mine = randomUUID()
      await insertIdentity(context.clickhouse, mine)
    }
    if ((await claimLedger(journalOf(context), mine)) !== mine) {
      throw new OperatorError({
        code: 'ledger.other',
        message:
          'The journal of imports in the database belongs to another ledger than the one that was opened.',
        remedy:
          'Every node of one database needs the same ledger: set CLICKHOUSE_URL to it, or use the data folder it lies in.',
      })
    }
  })
  await noteBasePolicy(context)
  await abandonStaging(context)
  await recoverImports(context)
}
