import { type Network, networks } from '../addresses/networks.ts'
import { journalOf, type LedgerContext } from '../context.ts'
import {
  claimLedger,
  clearJournal,
  type PastImport,
  pauseWatches,
  selectFollowedNetworks,
  selectPastImports,
} from './import-journal-store.ts'
import { prepareLedger } from './prepare-ledger.ts'

export type LedgerReset = {
  /** The imports that the journal contained and that must be repeated. */
  readonly imports: readonly PastImport[]
  /** The networks that were followed before the reset. */
  readonly followed: readonly Network[]
  /**
   * Number of watches paused until an operator resumes them. With an empty ledger, every address would appear
   * harmless.
   */
  readonly pausedWatches: number
}

/**
 * Empties the ledger and its journal. A reset is required if the journal belongs to a ledger of an earlier
 * version or to a lost ledger. Data about people, merchants and journeys stays unchanged.
 */
export async function resetLedger(context: LedgerContext): Promise<LedgerReset> {
  const journal = journalOf(context)
  const { ledger } = context
  await ledger.migrate()
  await claimLedger(journal, await ledger.id())
  // Pauses the watches before the ledger is emptied, so that running nodes do not score watches against an
  // empty ledger.
  const pausedWatches = await journal.transaction().execute(pauseWatches)
  // Clearing gives the ledger a new identity. If the reset is interrupted after this call, the next start
  // rejects the journal and asks the operator to reset the ledger again.
  await ledger.clear()
  const newId = await ledger.id()
  const past = await journal.transaction().execute(async (db) => {
    const found = { imports: await selectPastImports(db), followed: await selectFollowedNetworks(db) }
    await clearJournal(db, newId)
    return found
  })
  await prepareLedger(context)
  const names = Object.keys(networks) as Network[]
  const followed = names.filter((name) => past.followed.includes(networks[name].id))
  return { imports: past.imports, followed, pausedWatches }
}
