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
  /** The imports in the journal, which must be imported again. */
  readonly imports: readonly PastImport[]
  /** Networks that were followed. */
  readonly followed: readonly Network[]
  /**
   * Number of watches paused until an operator resumes them: with an empty ledger every address would seem
   * harmless.
   */
  readonly pausedWatches: number
}

/**
 * Empties the ledger and its journal. Required for a journal that belongs to a ledger of an earlier version
 * or to a lost one. Does not change data of people, merchants and journeys.
 */
export async function resetLedger(context: LedgerContext): Promise<LedgerReset> {
  const journal = journalOf(context)
  const { ledger } = context
  await ledger.migrate()
  await claimLedger(journal, await ledger.id())
  // Before the ledger is emptied, so that running nodes do not score watches on an empty ledger.
  const pausedWatches = await journal.transaction().execute(pauseWatches)
  // The ledger has a new identity from here on. If the reset is interrupted here, the next start rejects the
  // journal and requests a reset.
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
