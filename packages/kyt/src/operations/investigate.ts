import { type Investigation, ServiceError } from '@touchstone/contract'
import type { ClickHouse } from '@touchstone/storage'
import { formatAddress } from '../addresses/format-address.ts'
import { formatTxHash } from '../addresses/tx-hash.ts'
import { categoryFacts } from '../labels/categories.ts'
import type { KytDesk } from './desk.ts'
import {
  countTransactions,
  type MovementRow,
  selectMovements,
  selectTransferGroups,
  type TransferGroup,
  type Window,
} from './history-store.ts'
import { compare, knownAs } from './known-as.ts'
import { toDecimal } from './numbers.ts'
import { type Account, fromHex, resolveAccount } from './resolve-account.ts'

export const transactionsPerPage = 1000

/** The largest time that the ledger can hold. */
const endOfTime = 4_294_967_295

export async function investigateTransactions(
  desk: KytDesk,
  asked: {
    coin: string
    address: string
    start_timestamp?: number
    end_timestamp?: number
    type?: 'in' | 'out' | 'all'
    page?: number
  },
): Promise<Investigation> {
  const account = resolveAccount(asked)
  const { clickhouse, clock } = desk.context
  const from = asked.start_timestamp ?? 0
  const to = asked.end_timestamp ?? Math.floor(clock.now() / 1000)
  if (from > to) throw new ServiceError('parameter', { detail: 'start_timestamp is after end_timestamp' })
  const page = asked.page ?? 1
  const type = asked.type ?? 'all'
  const kinds = type === 'all' ? (['in', 'out'] as const) : ([type] as const)
  const window = {
    account: account.key,
    coin: account.coin.id,
    kinds,
    from: Math.min(from, endOfTime),
    to: Math.min(to, endOfTime),
  }
  const found = await findPage(clickhouse, window, page)
  const units = await Promise.all(found.groups.map((group) => unitOf(desk, account, group)))
  const side = (kind: 'in' | 'out') => units.filter((_, index) => found.groups[index]?.kind === kind)
  return {
    in: side('in'),
    out: side('out'),
    page,
    total_pages: Math.ceil(found.total / transactionsPerPage),
    transactions_on_page: found.transactions,
  }
}

type Page = {
  readonly groups: readonly TransferGroup[]
  readonly transactions: number
  readonly total: number
}

/** Rows that are read as they are: most windows of most addresses have fewer, and are one page. */
const fewRows = 2000

async function findPage(clickhouse: ClickHouse, window: Window, page: number): Promise<Page> {
  const few = await selectMovements(clickhouse, window, fewRows)
  const total = new Set(few.map((row) => row.tx)).size
  if (few.length < fewRows && total <= transactionsPerPage) {
    return page === 1
      ? { groups: gather(few), transactions: total, total }
      : { groups: [], transactions: 0, total }
  }
  const [all, found] = await Promise.all([
    countTransactions(clickhouse, window),
    selectTransferGroups(clickhouse, {
      window,
      offset: (page - 1) * transactionsPerPage,
      limit: transactionsPerPage,
    }),
  ])
  return { ...found, total: all }
}

/** Transfers by direction and counterparty, the largest first, as the engine gathers them for a long history. */
export function gather(rows: readonly MovementRow[]): TransferGroup[] {
  const groups = new Map<
    string,
    { kind: 'in' | 'out'; counterparty: string; amount: bigint; txs: Set<string> }
  >()
  for (const { kind, counterparty, amount, tx } of rows) {
    const id = `${kind} ${counterparty}`
    const group = groups.get(id) ?? { kind, counterparty, amount: 0n, txs: new Set() }
    group.amount += BigInt(amount)
    group.txs.add(tx)
    groups.set(id, group)
  }
  return [...groups.values()]
    .sort((a, b) =>
      a.kind !== b.kind
        ? compare(a.kind, b.kind)
        : a.amount === b.amount
          ? compare(a.counterparty, b.counterparty)
          : a.amount > b.amount
            ? -1
            : 1,
    )
    .map((group) => ({ ...group, amount: group.amount.toString(), txs: [...group.txs].sort() }))
}

async function unitOf(
  desk: KytDesk,
  { coin, key }: Account,
  group: TransferGroup,
): Promise<Investigation['in'][number]> {
  const tx_hash_list = group.txs.map((tx) => formatTxHash(fromHex(tx)))
  const amount = toDecimal(BigInt(group.amount), coin.decimals, 4)
  if (group.counterparty === '') {
    return { address: '', amount, label: group.kind === 'in' ? 'Minted' : 'Burnt', tx_hash_list, type: 1 }
  }
  const known = knownAs(await desk.labels({ network: key.network, address: group.counterparty }))
  return {
    address: formatAddress(coin.network, fromHex(group.counterparty)),
    amount,
    label: known?.detail ?? '',
    tx_hash_list,
    type: typeOf(known),
  }
}

function typeOf(known: ReturnType<typeof knownAs>): 1 | 2 | 3 | 4 {
  if (known === undefined) return 1
  const { riskClass } = categoryFacts[known.category]
  if (riskClass === 'severe' || riskClass === 'suspected') return 2
  return known.category === 'contract' ? 4 : 3
}
