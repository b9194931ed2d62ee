import { journalOf, type LedgerContext } from '../context.ts'
import { claimLedger, clearJournal, pauseWatches } from './import-journal-store.ts'
import { prepareLedger } from './prepare-ledger.ts'

export type LedgerReset = {
  /** Imports that were deleted from the journal: they have to be made again. */
  readonly imports: number
  /** Networks that were followed. */
  readonly followed: number
  /** Watches that are paused until an operator resumes them: on an empty ledger every address is harmless. */
  readonly pausedWatches: number
}

/**
 * Empties the ledger and its journal: for a journal that belongs to a ledger of an earlier version, or to one that is lost.
 * Nothing of people, merchants and journeys is touched.
 */
export async function resetLedger(context: LedgerContext): Promise<LedgerReset> {
  const journal = journalOf(context)
  const { ledger } = context
  await ledger.migrate()
  await claimLedger(journal, await ledger.id())
  // Before the ledger is empty: nodes that run meanwhile must not score a watch on it.
  const pausedWatches = await journal.transaction().execute(pauseWatches)
  // The ledger has another identity now. If this ends here, the next start refuses the journal and asks for a reset.
  await ledger.clear()
  const newId = await ledger.id()
  const cleared = await journal.transaction().execute((db) => clearJournal(db, newId))
  await prepareLedger(context)
  return { ...cleared, pausedWatches }
}
