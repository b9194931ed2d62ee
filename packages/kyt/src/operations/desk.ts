import { coalesce } from '../coalesce.ts'
import type { KytContext } from '../context.ts'
import { passGate } from '../ledger/reading-gate.ts'
import { selectLastPrices } from '../prices/price-store.ts'
import {
  type AccountKey,
  accountId,
  type EdgeRow,
  type LabelRow,
  selectEdges,
  selectLabels,
  selectTotals,
  type TotalRow,
} from './account-store.ts'
import { type KnownAs, knownAs } from './known-as.ts'

/** Where the operations look things up: questions that come together go to the engine together. */
export type KytDesk = {
  readonly context: KytContext
  /** Totals of an account in every coin. */
  totals(key: AccountKey): Promise<readonly TotalRow[]>
  /** What an account had with counterparties that are known as something, in every coin. */
  edges(key: AccountKey): Promise<readonly KnownEdge[]>
  labels(key: AccountKey): Promise<readonly LabelRow[]>
  /** Last known price of each coin that has one, in 10^-12 USD. */
  prices(): Promise<ReadonlyMap<number, bigint>>
}

export type KnownEdge = EdgeRow & { readonly known: KnownAs }

export function openKytDesk(context: KytContext): KytDesk {
  const { clickhouse } = context
  const lookUp = <Row>(
    fetch: (keys: readonly AccountKey[]) => Promise<ReadonlyMap<string, readonly Row[]>>,
  ) =>
    coalesce<AccountKey, readonly Row[]>({
      identify: accountId,
      fetch: async (keys) => {
        await passGate(clickhouse)
        return await fetch(keys)
      },
      missing: [],
      atOnce: 512,
    })
  const allPrices = coalesce<'all', ReadonlyMap<number, bigint>>({
    identify: (key) => key,
    fetch: async () => {
      const rows = await selectLastPrices(clickhouse)
      return new Map([['all', new Map(rows.map(({ coin, usdE12 }) => [coin, BigInt(usdE12)]))]])
    },
    missing: new Map(),
  })
  const edges = lookUp((keys) => selectEdges(clickhouse, keys))
  const labels = lookUp((keys) => selectLabels(clickhouse, keys))
  return {
    context,
    totals: lookUp((keys) => selectTotals(clickhouse, keys)),
    async edges(key) {
      const rows = await edges(key)
      const found = await Promise.all(
        rows.map(async (row) => {
          const known = knownAs(await labels({ network: key.network, address: row.counterparty }))
          // A label that was withdrawn leaves its edges behind; nobody is known there any more.
          return known && { ...row, known }
        }),
      )
      return found.filter((edge) => edge !== undefined)
    },
    labels,
    prices: () => allPrices('all'),
  }
}
