import { OperatorError } from '@touchstone/common'
import { withStoreLock } from '@touchstone/storage'
import { journalOf, type LedgerContext } from '../context.ts'
import { claimLedger } from './import-journal-store.ts'
import { abandonStaging, recoverImports } from './recover-imports.ts'

/**
 * Migrates the ledger's tables, rejects a journal that belongs to another ledger, and resumes imports that a
 * crash interrupted.
 */
export async function prepareLedger(context: LedgerContext): Promise<void> {
  await withStoreLock(context.database, 'kyt-migrate', async () => {
    await context.ledger.migrate()
    const mine = await context.ledger.id()
    const known = await claimLedger(journalOf(context), mine)
    if (known !== mine) throw otherLedger()
  })
  await abandonStaging(context)
  await recoverImports(context)
}

function otherLedger(): OperatorError {
  return new OperatorError({
    code: 'ledger.other',
    message: 'The import journal in the database belongs to a different ledger.',
    remedy:
      'All nodes that share a database must use the same ledger. Set LEDGER_URL accordingly. If the ledger is lost, run "touchstone ledger reset --yes".',
  })
}
