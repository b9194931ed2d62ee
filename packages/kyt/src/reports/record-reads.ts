import type { ReportInputs } from '@touchstone/contract'
import { type Network, networks } from '../addresses/networks.ts'
import { formatAddress } from '../addresses/parse-address.ts'
import { formatTxHashHex } from '../addresses/tx-hash.ts'
import { coinById } from '../coins/find-coin.ts'
import type { CoveredRange } from '../ledger/covered-range.ts'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import {
  type AccountKey,
  type AccountState,
  accountId,
  type Edge,
  type LabelRow,
  type LedgerReads,
  type LedgerTransaction,
  type Versions,
} from '../ledger/ledger-store.ts'
import type { Movement } from '../ledger/movement.ts'
import { fromHex } from '../lookup/resolve-account.ts'

/** The parts of a report's inputs that were read from the ledger. */
export type RecordedReads = Pick<
  ReportInputs,
  | 'versions'
  | 'transactions'
  | 'transfers'
  | 'accounts'
  | 'histories'
  | 'newest'
  | 'edges'
  | 'whole_transactions'
  | 'labels'
  | 'prices'
  | 'coverage'
  | 'fetched'
>

export type Recording = {
  /** Reads from the ledger and records the results. */
  readonly reads: LedgerReads
  /** Returns everything that was read so far. */
  inputs(): Promise<RecordedReads>
}

/** Number of transaction hashes per query. */
const hashesAtOnce = 1000

type Transaction = Pick<LedgerTransaction, 'reference' | 'block' | 'time'>
type Transfer = ReportInputs['transfers'][number]

export const coinText = (id: number): string => coinById(id)?.identifier ?? String(id)

/**
 * Wraps the reads of one state of the ledger, and records what they return. `readsOf` returns the same from the
 * record, so that a calculation can be repeated without the ledger.
 */
export function recordReads(view: LedgerReads, network: Network): Recording {
  const { id } = networks[network]
  const addressText = (hex: string) => (hex === '' ? '' : formatAddress(network, fromHex(hex)))
  const transactions = new Map<string, { readonly index: number; readonly transaction: Transaction }>()
  const transfers = new Map<string, { readonly index: number; readonly transfer: Transfer }>()
  const accounts = new Map<string, readonly AccountState[]>()
  /** The transfers of accounts that are stored with their totals, by account and coin. */
  const whole = new Map<string, number[]>()
  const histories = new Map<string, number[]>()
  const newest = new Map<string, ReportInputs['newest'][number]>()
  const edges = new Map<string, ReportInputs['edges'][number]>()
  const wholeTransactions = new Map<number, number[]>()
  const labels = new Map<string, readonly LabelRow[]>()
  const prices = new Map<number, ReportInputs['prices'][number]>()
  const coverage = new Map<string, readonly CoveredRange[]>()
  const fetched = new Map<string, FetchedHistory>()
  let versions: Versions | undefined

  const transactionAt = (transaction: Transaction): number => {
    const known = transactions.get(transaction.reference)
    if (known !== undefined) return known.index
    const index = transactions.size
    transactions.set(transaction.reference, { index, transaction })
    return index
  }
  const transferAt = (of: {
    transaction: Transaction
    position: number
    coin: number
    from: string
    to: string
    amount: bigint
    fee: boolean
  }): number => {
    const { transaction, position, coin, from, to, amount, fee } = of
    const key = `${transaction.reference} ${position} ${coin} ${from} ${to} ${amount} ${fee}`
    const known = transfers.get(key)
    if (known !== undefined) return known.index
    const index = transfers.size
    const transfer = {
      ...{ transaction: transactionAt(transaction), position, coin: coinText(coin) },
      ...{ from: addressText(from), to: addressText(to), amount: amount.toString(), fee },
    }
    transfers.set(key, { index, transfer })
    return index
  }
  /** A transfer of an account to itself is two movements, but one transfer. */
  const positionsOf = (address: string, movements: readonly Movement[]): number[] => [
    ...new Set(
      movements.map(({ kind, coin, time, block, tx, position, counterparty, amount }) =>
        transferAt({
          transaction: { reference: tx, block, time },
          ...{ position, coin, amount, fee: kind === 'fee' },
          from: kind === 'in' ? counterparty : address,
          to: kind === 'in' ? address : counterparty,
        }),
      ),
    ),
  ]
  const noteTransactions = (found: readonly LedgerTransaction[]) => {
    for (const transaction of found) {
      const positions = transaction.transfers.map((transfer) => transferAt({ transaction, ...transfer }))
      wholeTransactions.set(transactionAt(transaction), positions)
    }
    return found
  }
  const noteVersions = <Read extends { readonly versions: Versions }>(read: Read): Read => {
    versions ??= read.versions
    return read
  }

  const reads: LedgerReads = {
    ...view,
    async versions() {
      versions ??= await view.versions()
      return versions
    },
    async coverage(ids) {
      const read = noteVersions(await view.coverage(ids))
      for (const [network, ranges] of read.found) coverage.set(network, ranges)
      return read
    },
    async fetched(keys) {
      const read = noteVersions(await view.fetched(keys))
      for (const key of keys) {
        const [history] = read.found.get(accountId(key)) ?? []
        if (history !== undefined) fetched.set(key.address, history)
      }
      return read
    },
    async accounts(keys) {
      const read = noteVersions(await view.accounts(keys))
      const found = new Map(
        keys.flatMap((key) => {
          const states = read.found.get(accountId(key))
          if (states === undefined) return []
          accounts.set(key.address, states)
          return [[accountId(key), states.map((state) => noteNewest(key, state))] as const]
        }),
      )
      return { ...read, found }
    },
    async edges(keys) {
      const found = await view.edges(keys)
      for (const { key, coin } of keys) {
        const own = found.get(`${accountId(key)} ${coin}`) ?? []
        const at = { address: addressText(key.address), coin: coinText(coin) }
        edges.set(`${key.address} ${coin}`, { ...at, edges: own.map((edge) => edgeOf(edge, addressText)) })
      }
      return found
    },
    async labels(keys) {
      const read = noteVersions(await view.labels(keys))
      for (const key of keys) {
        const rows = read.found.get(accountId(key)) ?? []
        if (rows.length > 0) labels.set(key.address, rows)
      }
      return read
    },
    async prices(coins) {
      const found = await view.prices(coins)
      for (const coin of coins) prices.set(coin, { coin: coinText(coin), days: [] })
      for (const { coin, day, usdE12 } of found) {
        prices.get(coin)?.days.push({ day, usd_e12: usdE12.toString() })
      }
      return found
    },
    async histories(keys, most) {
      const found = await view.histories(keys, most)
      for (const key of keys) {
        const movements = found.get(accountId(key))
        histories.set(key.address, positionsOf(key.address, movements ?? []))
      }
      return found
    },
    async newest(window, most) {
      const found = await view.newest(window, most)
      const { key, coin, from, to } = window
      newest.set(`${key.address} ${coin} ${from} ${to} ${most}`, {
        ...{ address: addressText(key.address), coin: coinText(coin), from, to, most },
        transfers: positionsOf(key.address, found),
      })
      return found
    },
    transactions: async (network, txs) => noteTransactions(await view.transactions(network, txs)),
    referenced: async (network, references) => noteTransactions(await view.referenced(network, references)),
  }

  const noteNewest = (key: AccountKey, state: AccountState): AccountState => ({
    ...state,
    newest() {
      const movements = state.newest()
      // Other accounts' newest movements are incomplete and read in other ways.
      if (state.isWhole) whole.set(`${key.address} ${state.coin}`, positionsOf(key.address, movements))
      return movements
    },
  })

  async function hashes(): Promise<Map<string, string>> {
    const references = [...transactions.keys()]
    const found = new Map<string, string>()
    for (let from = 0; from < references.length; from += hashesAtOnce) {
      const read = await view.hashes(id, references.slice(from, from + hashesAtOnce))
      for (const [reference, hash] of read.found) found.set(reference, hash)
    }
    return found
  }

  return {
    reads,
    async inputs() {
      const stored = await hashes()
      return {
        versions: versions ?? (await view.versions()),
        transactions: [...transactions.values()].map(({ transaction: { reference, block, time } }) => {
          const hash = stored.get(reference) ?? ''
          return { reference, stored: hash, txid: hash === '' ? '' : formatTxHashHex(hash), block, time }
        }),
        transfers: [...transfers.values()].map(({ transfer }) => transfer),
        accounts: [...accounts].map(([address, states]) => ({
          address: addressText(address),
          totals: states.map((state) => totalsOf(state, whole.get(`${address} ${state.coin}`) ?? null)),
        })),
        histories: [...histories].map(([address, positions]) => ({
          ...{ address: addressText(address), transfers: positions },
        })),
        newest: [...newest.values()],
        edges: [...edges.values()],
        whole_transactions: [...wholeTransactions].map(([transaction, positions]) => ({
          ...{ transaction, transfers: positions },
        })),
        labels: [...labels].flatMap(([address, rows]) =>
          rows.map(({ category, entity, label, incident, source, version, confidence }) => ({
            ...{ address: addressText(address), category, entity, label, incident },
            ...{ source, version, confidence },
          })),
        ),
        prices: [...prices.values()],
        coverage: (coverage.get(String(id)) ?? []).map((range) => ({
          ...{ source: range.source, extent: range.extent, first: range.first, last: range.last },
          ...{ first_time: range.firstTime, last_time: range.lastTime, read_at: range.readAt },
        })),
        fetched: [...fetched].map(([address, history]) => ({
          ...{ address: addressText(address), state: history.state, through: history.through },
          ...{ through_time: history.throughTime, read_at: history.readAt, source: history.source },
          ...{ lacks: [...history.lacks], size: history.size ?? null },
        })),
      }
    },
  }
}

function totalsOf(
  state: AccountState,
  positions: number[] | null,
): ReportInputs['accounts'][number]['totals'][number] {
  return {
    coin: coinText(state.coin),
    ...{ received: state.received.toString(), spent: state.spent.toString(), fees: state.fees.toString() },
    ...{ received_txs: state.receivedTxs, spent_txs: state.spentTxs, txs: state.txs },
    ...{ received_transfers: state.receivedTransfers, spent_transfers: state.spentTransfers },
    ...{ first_seen: state.firstSeen, last_seen: state.lastSeen, whole: state.isWhole },
    transfers: positions,
  }
}

function edgeOf(
  edge: Edge,
  addressText: (hex: string) => string,
): ReportInputs['edges'][number]['edges'][number] {
  return {
    counterparty: addressText(edge.counterparty),
    ...{ received: edge.received.toString(), spent: edge.spent.toString() },
    ...{ received_transfers: edge.receivedTransfers, spent_transfers: edge.spentTransfers },
  }
}
