import { type Network, networks } from '../addresses/networks.ts'
import { journalOf, type KytContext } from '../context.ts'
import { selectFollowedNetworks } from '../imports/import-journal-store.ts'
import { selectPause } from '../watch/watch-store.ts'
import { countAlerts, selectHeights, selectImportState } from './state-store.ts'

export type LedgerState = {
  networks: { network: string; newestBlock: number; followed: boolean }[]
  /** When transfers were last added. */
  lastAt: Date | null
  /** Imports that have begun and are not done. */
  running: number
  /** Since a reset of the ledger, until an operator resumes them. */
  watchesPaused: boolean
  alerts: { pending: number; dead: number }
}

/** How far the ledger has come, and what waits on it: for who runs the service. */
export async function showLedgerState(context: Pick<KytContext, 'database'>): Promise<LedgerState> {
  const db = journalOf(context)
  const [heights, followed, imports, watchesPaused, alerts] = await Promise.all([
    selectHeights(db),
    selectFollowedNetworks(db),
    selectImportState(db),
    selectPause(db),
    countAlerts(db),
  ])
  return {
    ...{ ...imports, watchesPaused, alerts },
    networks: heights.map(({ network, newestBlock }) => ({
      ...{ network: nameOf(network), newestBlock, followed: followed.includes(network) },
    })),
  }
}

function nameOf(id: number): string {
  return (Object.keys(networks) as Network[]).find((name) => networks[name].id === id) ?? String(id)
}
