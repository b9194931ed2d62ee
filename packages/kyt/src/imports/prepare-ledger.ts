import { OperatorError } from '@touchstone/common'
import { withStoreLock } from '@touchstone/storage'
import { journalOf, type LedgerContext } from '../context.ts'
import { claimLedger } from './import-journal-store.ts'
import { abandonStaging, recoverImports } from './recover-imports.ts'

/** Brings the ledger's tables up to date, refuses a journal of another ledger, and finishes what a crash cut short. */
export async function prepareLedger(context: LedgerContext): Promise<void> {
  await withStoreLock(context.database, 'kyt-migrate', async () => {
    await context.ledger.migrate()
    const mine = await context.ledger.id()
    const known = await claimLedger(journalOf(context), mine)
    if (known !== mine) throw isOfOldEngine(known) ? oldLedger() : otherLedger()
  })
  await abandonStaging(context)
  await recoverImports(context)
}

/** The column engine of earlier versions wrote its identity with hyphens. */
const isOfOldEngine = (id: string): boolean => id.includes('-')

function oldLedger(): OperatorError {
  return new OperatorError({
    code: 'ledger.old',
    message:
      'The journal of imports belongs to a ledger of an earlier version, which was stored in another engine.',
    remedy:
      'Run "touchstone ledger reset --yes", then import transfers, labels and prices again. People, merchants and journeys are not touched.',
  })
}

function otherLedger(): OperatorError {
  return new OperatorError({
    code: 'ledger.other',
    message: 'The journal of imports in the database belongs to another ledger than the one that was opened.',
    remedy:
      'Every node of one database needs the same ledger: set LEDGER_URL to it. Where the ledger is lost, run "touchstone ledger reset --yes".',
  })
}
