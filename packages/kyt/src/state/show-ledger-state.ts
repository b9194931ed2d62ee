import { type Network, networks } from '../addresses/networks.ts'
import { journalOf, type KytContext } from '../context.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { coverageOf, gapsBetween, type NetworkCoverage } from '../lookup/network-coverage.ts'
import { selectPause } from '../watch/watch-store.ts'
import { type Followed, selectFollowing, selectImportState } from './state-store.ts'

export type LedgerState = {
  networks: {
    network: string
    /** The highest imported or followed block. */
    newestBlock: number
    /** The times of the first and the last block. Null if the ledger contains no block or does not respond. */
    period: { from: Date; to: Date } | null
    /** The kinds of sources. */
    sources: readonly string[]
    /** The blocks that are missing between two ranges of consecutive blocks. */
    gaps: readonly { first: number; last: number }[]
    /** How far following has progressed. Set only if the network's blocks are read from a node. */
    followed: Followed | null
  }[]
  /** When transfers were last added. */
  lastAt: Date | null
  /** Imports that have started but not finished. */
  running: number
  /** True from a ledger reset until an operator resumes the watches. */
  watchesPaused: boolean
}

/** Returns the ledger's import progress and pending work, for operators. */
export async function showLedgerState(
  context: Pick<KytContext, 'database' | 'ledger'>,
): Promise<LedgerState> {
  const db = journalOf(context)
  const [coverage, followed, imports, watchesPaused] = await Promise.all([
    coverageOfAll(context.ledger),
    selectFollowing(db),
    selectImportState(db),
    selectPause(db),
  ])
  const known = new Set([...coverage.keys(), ...followed.keys()])
  return {
    ...{ ...imports, watchesPaused },
    networks: [...known]
      .sort((one, other) => one - other)
      .map((network) => ({
        network: nameOf(network),
        newestBlock: Math.max(coverage.get(network)?.span.last ?? 0, followed.get(network)?.lastBlock ?? 0),
        ...extentOf(coverage.get(network)),
        followed: followed.get(network) ?? null,
      })),
  }
}

function extentOf(coverage: NetworkCoverage | undefined) {
  if (coverage === undefined) return { period: null, sources: [], gaps: [] }
  const { span, sources, runs } = coverage
  const period = { from: new Date(span.firstTime * 1000), to: new Date(span.lastTime * 1000) }
  return { period, sources, gaps: gapsBetween(runs) }
}

/** Returns what the ledger contains for each network. Returns nothing while the ledger does not respond. */
async function coverageOfAll(ledger: LedgerStore): Promise<ReadonlyMap<number, NetworkCoverage>> {
  if (ledger.place === 'absent') return new Map()
  const ids = Object.values(networks).map(({ id }) => id)
  const found = (await ledger.coverage(ids).catch(() => undefined))?.found
  return new Map(
    ids.flatMap((id): [number, NetworkCoverage][] => {
      const coverage = coverageOf(found?.get(String(id)) ?? [])
      return coverage === undefined ? [] : [[id, coverage]]
    }),
  )
}

function nameOf(id: number): string {
  return (Object.keys(networks) as Network[]).find((name) => networks[name].id === id) ?? String(id)
}
