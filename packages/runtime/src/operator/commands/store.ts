import {
  type DamagedChain,
  defaultBucketCapacity,
  type ForgedRow,
  findForgedRows,
  isRotating,
  listUnfitPrograms,
  rebuildRollups,
  showChainHeads,
  tablesOf,
  type UnfitProgram,
} from '@touchstone/kyc'
import { type LedgerStore, openLedger } from '@touchstone/kyt'
import { pendingMigrations } from '@touchstone/storage'
import { allMigrations, migrateStore } from '../../open-runtime.ts'
import type { Command } from '../command.ts'

export const storeMigrate: Command<{ signRights?: boolean }, { ran: string[] }> = async (runtime, input) => {
  const { ledger, kyt } = runtime
  const ran = await migrateStore(runtime, { ...input, onlyMigrates: true })
  if (ledger.place === 'absent') return { ran }
  const ranInLedger = await ledger.pending()
  await openLedger(kyt)
  return { ran: [...ran, ...ranInLedger] }
}

type EngineState = { engine: string; answers: boolean; pendingMigrations: string[] }
export type StoreState = EngineState & {
  ledger: EngineState
  /** True while some values are still encrypted with the previous master secret. */
  isRotating: boolean
  /** Programs of a kind that does not support the configured mint mode. */
  unfitPrograms: UnfitProgram[]
  /** Rows that grant rights but have a wrong signature. */
  forgedRows: ForgedRow[]
  /** Chains of the audit log that were visibly changed. The entries are not read. */
  damagedChains: DamagedChain[]
}

const engineNames = { embedded: 'embedded PostgreSQL', server: 'PostgreSQL server' }

export const storeState: Command<Record<string, never>, StoreState> = async ({ database, ledger, kyc }) => {
  await database.ping()
  const pending = await pendingMigrations({ database, migrations: allMigrations })
  return {
    engine: engineNames[database.engine],
    answers: true,
    pendingMigrations: pending,
    ledger: await ledgerState(ledger),
    isRotating: pending.length === 0 && (await isRotating(tablesOf(kyc))),
    unfitPrograms: pending.length === 0 ? await listUnfitPrograms(kyc) : [],
    forgedRows: pending.length === 0 ? await findForgedRows(kyc) : [],
    damagedChains: pending.length === 0 ? (await showChainHeads(kyc)).damaged : [],
  }
}

async function ledgerState(ledger: LedgerStore): Promise<EngineState> {
  if (ledger.place === 'absent') return { engine: 'none', answers: false, pendingMigrations: [] }
  await ledger.ping()
  return { engine: engineNames[ledger.place], answers: true, pendingMigrations: await ledger.pending() }
}

/**
 * Rebuilds the counters and the order of the user list from the journal. Use it after restoring a backup that
 * was not created by Touchstone.
 */
export const storeRecount: Command<Record<string, never>, { recounted: true }> = async ({ kyc }) => {
  await tablesOf(kyc)
    .transaction()
    .execute((db) => rebuildRollups(db, defaultBucketCapacity))
  return { recounted: true }
}
