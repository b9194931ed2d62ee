import type { Database } from '@touchstone/storage'
import { beforeAll, beforeEach } from 'vitest'
import { networks } from '../../packages/kyt/src/addresses/networks.ts'
import { findCoin } from '../../packages/kyt/src/coins/find-coin.ts'
import type { Transfer } from '../../packages/kyt/src/imports/transfer.ts'
import { createTransferConverter } from '../../packages/kyt/src/imports/transfer-converter.ts'
import { edgesOf } from '../../packages/kyt/src/ledger/edges-of.ts'
import {
  type AccountKey,
  accountId,
  type Edge,
  type LedgerStore,
  type NewLabel,
  type SourceTransaction,
} from '../../packages/kyt/src/ledger/ledger-store.ts'
import {
  migratePackedLedger,
  openPackedLedger,
} from '../../packages/kyt/src/ledger/packed/open-packed-ledger.ts'
import { worldAddress } from './ledger-runs.ts'

export const networkOf = (coin: string): number => networks[findCoin(coin)?.network ?? 'ETH'].id

export const toGiven = createTransferConverter()

const keyOf = (coin: string, number: number): AccountKey => {
  const at = { coin, tx: '0x00', position: 0, block: 0, time: 0, to: '', amount: 0n }
  const [given] = toGiven([{ ...at, from: worldAddress(coin, number) }])
  return { network: networkOf(coin), address: given?.transfers[0]?.from ?? '' }
}

/** All senders and recipients of the transfers in `someTransfers`. */
export const everybody: readonly AccountKey[] = [0, 1, 2, 3, 4].flatMap((number) => [
  keyOf('ETH', number),
  keyOf('BTC', number),
])

export const labelOf = (key: AccountKey, source: string, more: Partial<NewLabel> = {}): NewLabel => ({
  key,
  category: 'exchange',
  entity: 'Somebody',
  label: '',
  incident: '',
  source,
  version: '1',
  confidence: 50,
  ...more,
})

/** Opens a ledger in the suite's store, and empties the ledger before each test. */
export function useLedgerStore(suite: { database: Database }) {
  const opened = {} as { ledger: LedgerStore }
  let importId = 0
  const empty = () =>
    suite.database.run(
      `truncate ledger.account, ledger.chunk, ledger.transaction, ledger.edge, ledger.known_address, ledger.label,
         ledger.label_source, ledger.price, ledger.staged, ledger.staged_fact, ledger.coverage, ledger.history,
         ledger.counterpart`,
    )
  beforeAll(async () => {
    await migratePackedLedger(suite.database)
    opened.ledger = openPackedLedger(suite.database)
  })
  beforeEach(async () => {
    await empty()
  })
  const stage = async (given: readonly SourceTransaction[]) => {
    importId += 1
    const piece = { importId, seq: 0 }
    await opened.ledger.stage(piece, await opened.ledger.pack(given))
    return piece
  }
  return {
    opened,
    empty,
    stage,
    take: async (transfers: readonly Transfer[]) =>
      await opened.ledger.commit(await stage(toGiven(transfers))),
    nextRevision: () => ++importId,
  }
}

/**
 * Returns the edges between these accounts and labelled counterparties. If all movements are present,
 * calculates the edges from the movements.
 */
export async function edgesOfAll(
  ledger: LedgerStore,
  keys: readonly AccountKey[],
): Promise<ReadonlyMap<string, readonly Edge[]>> {
  const { found: accounts } = await ledger.accounts(keys)
  const all = new Map<string, readonly Edge[]>()
  for (const [id, states] of accounts) {
    const network = Number.parseInt(id.slice(0, 2), 16)
    const own = states.flatMap((state) => (state.isWhole ? edgesOf(state.newest()) : []))
    const others = own.map(({ counterparty }) => ({ network, address: counterparty }))
    const { found: labels } = await ledger.labels(others)
    const known = own.filter(({ counterparty }) => labels.has(accountId({ network, address: counterparty })))
    const key = { network, address: id.slice(2) }
    const stored = await ledger.edges(states.map(({ coin }) => ({ key, coin })))
    const edges = [...known, ...[...stored.values()].flat()]
    if (edges.length > 0) all.set(id, edges)
  }
  return all
}

/** Returns the ledger data of these accounts in the same format as the model. */
export async function readLedger(ledger: LedgerStore, keys: readonly AccountKey[] = everybody) {
  const [totals, edges, histories] = await Promise.all([
    ledger.totals(keys),
    edgesOfAll(ledger, keys),
    ledger.histories(keys, 1_000_000),
  ])
  const nameOf = (id: string, coin: number) => `${Number.parseInt(id.slice(0, 2), 16)} ${coin} ${id.slice(2)}`
  const compare = (a: string, b: string) => (a < b ? -1 : 1)
  return {
    accounts: [...totals]
      .flatMap(([id, rows]) =>
        rows.map((row) => ({
          account: nameOf(id, row.coin),
          received: row.received.toString(),
          spent: row.spent.toString(),
          fees: row.fees.toString(),
          received_txs: row.receivedTxs,
          spent_txs: row.spentTxs,
          txs: row.txs,
          received_transfers: row.receivedTransfers,
          spent_transfers: row.spentTransfers,
          first_seen: row.firstSeen,
          last_seen: row.lastSeen,
        })),
      )
      .sort((a, b) => compare(a.account, b.account)),
    edges: [...edges]
      .flatMap(([id, rows]) =>
        rows.map((row) => ({
          edge: `${nameOf(id, row.coin)} ${row.counterparty}`,
          received: row.received.toString(),
          spent: row.spent.toString(),
          received_transfers: row.receivedTransfers,
          spent_transfers: row.spentTransfers,
        })),
      )
      .sort((a, b) => compare(a.edge, b.edge)),
    movements: [...histories.values()].reduce((sum, movements) => sum + movements.length, 0),
  }
}
