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
    /** The highest imported or followed block. */
    newestBlock: number
    /** How far following has progressed. Set only if the network's blocks are read from a node. */
    followed: Followed | null
  }[]
  /** When transfers were last added. */
  lastAt: Date | null
  /** Imports that have started but not finished. */
  running: number
  /** True from a ledger reset until an operator resumes the watches. */
  watchesPaused: boolean
  alerts: { pending: number; dead: number }
}

/** Returns the ledger's import progress and pending work, for operators. */
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
