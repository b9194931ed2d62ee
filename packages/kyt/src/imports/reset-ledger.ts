import { journalOf, type LedgerContext } from '../context.ts'
import { clearJournal, pauseWatches } from './import-journal-store.ts'
import { prepareLedger } from './prepare-ledger.ts'

export type LedgerReset = {
  /** Imports that were forgotten: they are to be made again. */
  readonly imports: number
  /** Networks that were followed. */
  readonly followed: number
  /** Watches that wait until an operator resumes them: an empty ledger would call everybody harmless. */
  readonly pausedWatches: number
}

/**
 * Begins with an empty ledger: for a journal that belongs to a ledger of an earlier version, or to one that is lost.
 * Nothing of people, merchants and journeys is touched.
 */
export async function resetLedger(context: LedgerContext): Promise<LedgerReset> {
  await context.ledger.migrate()
  // The ledger first, under a new identity: cut short after it, the next start asks for the rest.
  await context.ledger.clear()
  const reset = await journalOf(context)
    .transaction()
    .execute(async (db) => ({ ...(await clearJournal(db)), pausedWatches: await pauseWatches(db) }))
  await prepareLedger(context)
  return reset
}
