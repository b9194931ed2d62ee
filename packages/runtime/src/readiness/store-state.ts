import {
  type DamagedChain,
  type ForgedRow,
  findForgedRows,
  isRotating,
  listUnfitPrograms,
  showChainHeads,
  tablesOf,
  type UnfitProgram,
  type UnsentAudit,
  unsentAudit,
} from '@touchstone/kyc'
import {
  type LedgerState,
  listSources,
  type SourceView,
  showLedgerState,
  unpricedCoins,
} from '@touchstone/kyt'
import { pendingMigrations } from '@touchstone/storage'
import { allMigrations, type Runtime } from '../open-runtime.ts'

type EngineState = { engine: string; answers: boolean; pendingMigrations: string[] }
/** What the ledger contains for a network. */
type LedgerNetwork = Pick<LedgerState['networks'][number], 'network' | 'newestBlock' | 'gaps'> & {
  /** Whether the network is followed, but no node has been queried for a while. */
  isLate: boolean
}

/** If no node has been queried for this long, no follower is running. */
const patientFollowMs = 10 * 60_000

export type StoreState = EngineState & {
  /** `networks` is absent if the ledger is absent or has pending migrations. */
  ledger: EngineState & {
    networks?: LedgerNetwork[]
    /** Coins of these networks that have no price at all. */
    unpriced?: string[]
  }
  /** The sources of histories. Empty if migrations are pending. */
  sources: Pick<SourceView, 'name' | 'network' | 'host' | 'state' | 'problem'>[]
  /** True while some values are still encrypted with the previous master secret. */
  isRotating: boolean
  /** Programs whose kind does not support the configured mint mode. */
  unfitPrograms: UnfitProgram[]
  /** Rows that grant rights but have an invalid signature. */
  forgedRows: ForgedRow[]
  /** Audit log chains in which a change was detected. The entries are not read. */
  damagedChains: DamagedChain[]
  /** The entries of the audit log that the configured system has not received. */
  unsentAudit: UnsentAudit | undefined
}

const engineNames = { embedded: 'embedded PostgreSQL', server: 'PostgreSQL server' }

/** Reads the state of the stores. Reads nothing but the pending migrations until they have run. */
export async function storeState({
  database,
  kyt,
  kyc,
  settings,
}: Pick<Runtime, 'database' | 'kyt' | 'kyc' | 'settings'>): Promise<StoreState> {
  await database.ping()
  const pending = await pendingMigrations({ database, migrations: allMigrations })
  return {
    engine: engineNames[database.engine],
    answers: true,
    pendingMigrations: pending,
    ledger: await ledgerState(kyt, pending.length === 0),
    sources:
      pending.length === 0
        ? (await listSources(kyt)).map(({ name, network, host, state, problem }) => ({
            ...{ name, network, host, state, problem },
          }))
        : [],
    isRotating: pending.length === 0 && (await isRotating(tablesOf(kyc))),
    unfitPrograms: pending.length === 0 ? await listUnfitPrograms(kyc) : [],
    forgedRows: pending.length === 0 ? await findForgedRows(kyc) : [],
    damagedChains: pending.length === 0 ? (await showChainHeads(kyc)).damaged : [],
    unsentAudit:
      pending.length === 0 && settings.auditSink !== undefined ? await unsentAudit(kyc) : undefined,
  }
}

async function ledgerState(kyt: Runtime['kyt'], isMigrated: boolean): Promise<StoreState['ledger']> {
  const { ledger } = kyt
  if (ledger.place === 'absent') return { engine: 'none', answers: false, pendingMigrations: [] }
  await ledger.ping()
  const pendingMigrations = await ledger.pending()
  const state = { engine: engineNames[ledger.place], answers: true, pendingMigrations }
  if (!isMigrated || pendingMigrations.length > 0) return state
  const { networks } = await showLedgerState(kyt)
  const now = kyt.clock.now()
  return {
    ...state,
    unpriced: await unpricedCoins(ledger, await kyt.histories.networks()),
    networks: networks.map(({ network, newestBlock, gaps, followed }) => {
      const askedAt = followed?.head?.askedAt.getTime() ?? now
      return { network, newestBlock, gaps, isLate: now - askedAt > patientFollowMs }
    }),
  }
}
