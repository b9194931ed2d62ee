import { type Network, networks } from '../addresses/networks.ts'
import { journalOf, type KytContext } from '../context.ts'
import { selectPause } from '../watch/watch-store.ts'
import {
  countAlerts,
  type Followed,
  selectFollowing,
  selectHeights,
  selectImportState,
} from './state-store.ts'

export type LedgerState = {
  networks: {
    network: string
    /** The highest block that something was imported of, or that was followed. */
    newestBlock: number
    /** Of a network whose blocks are taken from a node. */
    followed: Followed | null
  }[]
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
    selectFollowing(db),
    selectImportState(db),
    selectPause(db),
    countAlerts(db),
  ])
  const known = new Set([...heights.keys(), ...followed.keys()])
  return {
    ...{ ...imports, watchesPaused, alerts },
    networks: [...known]
      .sort((one, other) => one - other)
      .map((network) => ({
        network: nameOf(network),
        newestBlock: Math.max(heights.get(network) ?? 0, followed.get(network)?.lastBlock ?? 0),
        followed: followed.get(network) ?? null,
      })),
  }
}

function nameOf(id: number): string {
  return (Object.keys(networks) as Network[]).find((name) => networks[name].id === id) ?? String(id)
}
