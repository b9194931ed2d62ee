import type { ReportInputs } from '@touchstone/contract'
import { type Network, networks } from '../addresses/networks.ts'
import { parseAddressHex } from '../addresses/parse-address.ts'
import { findCoin } from '../coins/find-coin.ts'
import type { Extent } from '../ledger/covered-range.ts'
import type { FetchState } from '../ledger/fetched-history.ts'
import {
  type AccountKey,
  accountCoinId,
  accountId,
  type LedgerReads,
  type LedgerTransaction,
  type Versioned,
} from '../ledger/ledger-store.ts'
import type { Movement } from '../ledger/movement.ts'

/** The inputs of a report do not contain what the calculation reads. */
export class ReportInputsError extends Error {
  override readonly name = 'ReportInputsError'
}

/** Returns reads that answer from the inputs of a report alone. They have no access to the ledger. */
export function readsOf(inputs: ReportInputs): LedgerReads {
  const network = networkOf(inputs)
  const hexOf = (text: string): string => {
    if (text === '') return ''
    const hex = parseAddressHex(network, text)
    if (hex === undefined) throw new ReportInputsError(`${text} is not an address on ${network}`)
    return hex
  }
  const idOf = (text: string) => accountId({ network: networks[network].id, address: hexOf(text) })
  const transactions = inputs.transactions
  const transfers = inputs.transfers.map(({ transaction, position, coin, from, to, amount, fee }) => ({
    transaction: at(transactions, transaction),
    ...{ position, coin: coinId(coin), from: hexOf(from), to: hexOf(to), amount: BigInt(amount), fee },
  }))
  type Transfer = (typeof transfers)[number]

  /** The movements of an account in its transfers. A transfer to itself has two. */
  const movementsOf = (address: string, positions: readonly number[]): Movement[] =>
    positions.flatMap((index) => {
      const transfer = at(transfers, index)
      if (transfer.fee) return transfer.from === address ? [movement('fee', transfer)] : []
      return [
        ...(transfer.to === address ? [movement('in', transfer)] : []),
        ...(transfer.from === address ? [movement('out', transfer)] : []),
      ]
    })
  const movement = (kind: Movement['kind'], transfer: Transfer): Movement => {
    const { transaction, coin, position, amount, from, to } = transfer
    const { time, block, reference: tx } = transaction
    return { kind, coin, time, block, tx, position, counterparty: kind === 'in' ? from : to, amount }
  }

  const accounts = new Map(
    inputs.accounts.map(({ address, totals }) => [
      idOf(address),
      totals.map(({ transfers, ...total }) => ({
        coin: coinId(total.coin),
        ...{ received: BigInt(total.received), spent: BigInt(total.spent), fees: BigInt(total.fees) },
        ...{ receivedTxs: total.received_txs, spentTxs: total.spent_txs, txs: total.txs },
        ...{ receivedTransfers: total.received_transfers, spentTransfers: total.spent_transfers },
        ...{ firstSeen: total.first_seen, lastSeen: total.last_seen, isWhole: total.whole },
        newest: () => movementsOf(hexOf(address), required(transfers, `transfers of ${address}`)),
      })),
    ]),
  )
  const histories = new Map(
    inputs.histories.map(({ address, transfers }) => [
      ...([idOf(address), () => movementsOf(hexOf(address), transfers)] as const),
    ]),
  )
  const newest = new Map(
    inputs.newest.map(({ address, coin, from, to, most, transfers }) => [
      `${idOf(address)} ${coinId(coin)} ${from} ${to} ${most}`,
      () => movementsOf(hexOf(address), transfers),
    ]),
  )
  const edges = new Map(
    inputs.edges.map(({ address, coin, edges }) => [
      `${idOf(address)} ${coinId(coin)}`,
      edges.map((edge) => ({
        ...{ coin: coinId(coin), counterparty: hexOf(edge.counterparty) },
        ...{ received: BigInt(edge.received), spent: BigInt(edge.spent) },
        ...{ receivedTransfers: edge.received_transfers, spentTransfers: edge.spent_transfers },
      })),
    ]),
  )
  const labels = groupBy(inputs.labels, ({ address }) => idOf(address))
  const prices = new Map(
    inputs.prices.map(({ coin, days }) => [
      coinId(coin),
      days.map(({ day, usd_e12 }) => ({ coin: coinId(coin), day, usdE12: BigInt(usd_e12) })),
    ]),
  )
  const ranges = inputs.coverage.map((range) => ({
    network: networks[network].id,
    ...{ source: range.source, extent: range.extent as Extent, first: range.first, last: range.last },
    ...{ firstTime: range.first_time, lastTime: range.last_time, readAt: range.read_at },
  }))
  const fetched = new Map(
    inputs.fetched.map((history) => [
      idOf(history.address),
      [
        {
          ...{ state: history.state as FetchState, through: history.through, source: history.source },
          ...{ throughTime: history.through_time, readAt: history.read_at },
          ...{ lacks: history.lacks, size: history.size ?? undefined },
        },
      ],
    ]),
  )
  const wholeTransactions = inputs.whole_transactions.map(({ transaction, transfers: positions }) => {
    const { reference, stored, block, time } = at(transactions, transaction)
    return {
      ...{ network: networks[network].id, tx: stored, block, time, reference },
      transfers: positions.map((index) => {
        const { transaction: _, ...transfer } = at(transfers, index)
        return transfer
      }),
    } satisfies LedgerTransaction
  })
  const { versions } = inputs
  const nothing = { accounts: new Set(), transactions: new Set(), labels: new Set() } as const
  const touched = { ...nothing, coins: new Set<number>(), networks: new Set<number>() }
  const found = <Row>(keys: readonly string[], rows: ReadonlyMap<string, Row>): Versioned<string, Row> => ({
    versions,
    found: pick(keys, rows),
  })
  const idsOf = (keys: readonly AccountKey[]) => keys.map(accountId)
  const refuse = async (): Promise<never> => {
    throw new ReportInputsError('the calculation reads data that a report does not contain')
  }

  return {
    versions: async () => versions,
    changesSince: async () => ({ now: versions, touched: touched as never }),
    coverage: async (ids) =>
      found(ids.map(String), new Map(ranges.length === 0 ? [] : [[String(networks[network].id), ranges]])),
    fetched: async (keys) => found(idsOf(keys), fetched),
    totals: async (keys) => pick(idsOf(keys), accounts),
    accounts: async (keys) => found(idsOf(keys), accounts),
    edges: async (keys) =>
      new Map(
        keys.map((key) => {
          const id = accountCoinId(key)
          return [id, required(edges.get(id), 'edges of an account')]
        }),
      ),
    labels: async (keys) => found(idsOf(keys), labels),
    prices: async (coins) => coins.flatMap((coin) => required(prices.get(coin), `the price of coin ${coin}`)),
    histories: async (keys) =>
      new Map(
        idsOf(keys).map((id) => [id, required(histories.get(id), 'the history of an account')()] as const),
      ),
    newest: async ({ key, coin, from, to }, most) =>
      required(newest.get(`${accountId(key)} ${coin} ${from} ${to} ${most}`), 'newest transfers')(),
    transactions: async (_network, txs) => wholeTransactions.filter(({ tx }) => txs.includes(tx)),
    referenced: async (_network, references) => {
      const wanted = new Set(references)
      return wholeTransactions.filter(({ reference }) => wanted.has(reference))
    },
    hashes: async (_network, references) =>
      found(references, new Map(transactions.map(({ reference, stored }) => [reference, stored]))),
    ...{ knownAddresses: refuse, names: refuse, named: refuse, page: refuse, firstFunder: refuse },
  }
}

export function networkOf({ network }: Pick<ReportInputs, 'network'>): Network {
  if (Object.hasOwn(networks, network)) return network as Network
  throw new ReportInputsError(`${network} is not a known network`)
}

function coinId(identifier: string): number {
  const id = findCoin(identifier)?.id ?? (/^[0-9]+$/.test(identifier) ? Number(identifier) : undefined)
  if (id === undefined) throw new ReportInputsError(`${identifier} is not a known coin`)
  return id
}

function at<Item>(list: readonly Item[], index: number): Item {
  return required(list[index], `item ${index}`)
}

function required<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new ReportInputsError(`the inputs do not contain ${what}`)
  return value
}

function pick<Row>(keys: readonly string[], rows: ReadonlyMap<string, Row>): Map<string, Row> {
  const picked = new Map<string, Row>()
  for (const key of keys) {
    const row = rows.get(key)
    if (row !== undefined) picked.set(key, row)
  }
  return picked
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
