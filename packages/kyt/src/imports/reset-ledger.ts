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
  /** What the journal had: it has to be imported again. */
  readonly imports: readonly PastImport[]
  /** Networks that were followed. */
  readonly followed: readonly Network[]
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
