import { type Network, networks } from '../addresses/networks.ts'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import {
  type AccountKey,
  accountId,
  type LedgerReads,
  type SourceTransaction,
} from '../ledger/ledger-store.ts'
import { unlistedTransfers } from '../sources/histories/etherscan/source.ts'
import type { HistorySource } from '../sources/histories/history-source.ts'

/**
 * Number of blocks before the end of a stored history that are read again with the new ones, so that stored
 * transfers of blocks that a deep reorganization has replaced are noticed.
 */
const rereadBlocks: Readonly<Record<string, number>> = { bitcoin: 36 }
const usualRereadBlocks = 256

export function rereadFrom(network: Network, through: number): number {
  const blocks = rereadBlocks[networks[network].family] ?? usualRereadBlocks
  return Math.max(0, through + 1 - blocks)
}

/**
 * Returns the lowest block with a stored transaction of the address that the source no longer reports there, or
 * `undefined` if there is none. `seen` contains the transactions that the source reported in these blocks. Only data
 * that the same kind of source has stored can be compared, because another source may report transfers that this one
 * does not.
 */
export async function findOrphans(
  ledger: LedgerReads,
  source: HistorySource,
  of: {
    readonly key: AccountKey
    readonly before: FetchedHistory
    readonly from: number
    readonly seen: readonly SourceTransaction[]
    readonly most: number
  },
): Promise<number | undefined> {
  const { key, before, from, seen, most } = of
  if (before.source !== source.kind || !reportsAll(source)) return undefined
  const ranges = (await ledger.coverage([key.network])).found.get(String(key.network)) ?? []
  const isForeign = ranges.some(
    (range) => range.source !== source.kind && range.last >= from && range.first <= before.through,
  )
  if (isForeign) return undefined
  const movements = (await ledger.histories([key], most)).get(accountId(key)) ?? []
  const stored = movements.filter(({ block }) => block >= from && block <= before.through)
  if (stored.length === 0) return undefined
  const blockOf = new Map(seen.map(({ tx, block }) => [tx, block]))
  const known = await ledger.transactions(key.network, [...blockOf.keys()])
  const reported = new Set(known.map(({ reference, tx }) => `${reference} ${blockOf.get(tx)}`))
  const gone = stored.flatMap(({ tx, block }) => (reported.has(`${tx} ${block}`) ? [] : block))
  return gone.length === 0 ? undefined : Math.min(...gone)
}

/** Whether the source reports all transfers that any source of this network reports. */
function reportsAll(source: HistorySource): boolean {
  const unlisted = unlistedTransfers[source.network] ?? []
  return source.lacks().every((kind) => unlisted.includes(kind))
}
