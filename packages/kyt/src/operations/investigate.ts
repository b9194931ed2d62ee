import { type Investigation, ServiceError } from '@touchstone/contract'
import { formatAddress } from '../addresses/parse-address.ts'
import { formatTxHashHex } from '../addresses/tx-hash.ts'
import { categoryFacts } from '../labels/categories.ts'
import type { PageQuery } from '../ledger/ledger-store.ts'
import type { Movement } from '../ledger/movement.ts'
import type { FetchCaller } from '../lookup/ensure-history.ts'
import { compare, type KnownAs } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { toDecimal } from '../lookup/numbers.ts'
import { type Account, fromHex, textOf } from '../lookup/resolve-account.ts'
import { resolveRead } from '../lookup/resolve-covered.ts'

export const transactionsPerPage = 1000

/** The latest time that the ledger can store. */
const endOfTime = 4_294_967_295

export async function investigateTransactions(
  reader: KytReader,
  query: {
    coin: string
    address: string
    start_timestamp?: number
    end_timestamp?: number
    type?: 'in' | 'out' | 'all'
    page?: number
  },
  caller?: FetchCaller,
  signal?: AbortSignal,
): Promise<Investigation> {
  const account = await resolveRead(reader, query, caller)
  const from = query.start_timestamp ?? 0
  const to = query.end_timestamp ?? Math.floor(reader.context.clock.now() / 1000)
  if (from > to) throw new ServiceError('parameter', { detail: 'start_timestamp is after end_timestamp' })
  const page = query.page ?? 1
  const type = query.type ?? 'all'
  const of: PageQuery = {
    coin: account.coin.id,
    kinds: type === 'all' ? ['in', 'out'] : [type],
    from: Math.min(from, endOfTime),
    to: Math.min(to, endOfTime),
    offset: (page - 1) * transactionsPerPage,
    limit: transactionsPerPage,
  }
  const entry = { id: `investigation ${JSON.stringify(of)} ${textOf(account)}`, once: true } as const
  return await reader.cached(entry, (view) => make(view, account, page, of, signal))
}

async function make(
  reader: KytReader,
  account: Account,
  page: number,
  of: PageQuery,
  signal: AbortSignal | undefined,
): Promise<Investigation> {
  const { network } = account.key
  const found = await reader.ledger.page(account.key, of, signal)
  const counterparties = [
    ...new Set(found.movements.flatMap(({ counterparty }) => (counterparty === '' ? [] : counterparty))),
  ]
  const [hashes, known] = await Promise.all([
    reader.hashes(
      network,
      found.movements.map(({ tx }) => tx),
    ),
    reader.known(counterparties.map((address) => ({ network, address }))),
  ])
  const knownBy = new Map(counterparties.map((address, index) => [address, known[index]]))
  const groups = gather(found.movements, hashes)
  const units = groups.map((group) => unitOf(account, group, knownBy.get(group.counterparty)))
  const side = (kind: 'in' | 'out') => units.filter((_, index) => groups[index]?.kind === kind)
  return {
    in: side('in'),
    out: side('out'),
    page,
    total_pages: Math.ceil(found.total / transactionsPerPage),
    transactions_on_page: found.transactions,
  }
}

type TransferGroup = {
  readonly kind: 'in' | 'out'
  /** The address bytes in hex. Empty for minted or burnt funds. */
  readonly counterparty: string
  amount: bigint
  /** Transaction hashes in stored form, in hex. */
  readonly txs: Set<string>
}

/** Groups transfers by direction and counterparty, with the largest amount first. */
function gather(movements: readonly Movement[], hashes: ReadonlyMap<string, string>): TransferGroup[] {
  const groups = new Map<string, TransferGroup>()
  for (const { kind, counterparty, amount, tx } of movements) {
    if (kind === 'fee') continue
    const id = `${kind} ${counterparty}`
    const group = groups.get(id) ?? { kind, counterparty, amount: 0n, txs: new Set<string>() }
    groups.set(id, group)
    group.amount += amount
    group.txs.add(hashes.get(tx) ?? tx)
  }
  return [...groups.values()].sort((a, b) =>
    a.kind !== b.kind
      ? compare(a.kind, b.kind)
      : a.amount === b.amount
        ? compare(a.counterparty, b.counterparty)
        : a.amount > b.amount
          ? -1
          : 1,
  )
}

function unitOf(
  { coin }: Account,
  group: TransferGroup,
  known: KnownAs | undefined,
): Investigation['in'][number] {
  const tx_hash_list = [...group.txs].sort().map(formatTxHashHex)
  const amount = toDecimal(group.amount, coin.decimals, 4)
  if (group.counterparty === '') {
    return { address: '', amount, label: group.kind === 'in' ? 'Minted' : 'Burnt', tx_hash_list, type: 1 }
  }
  return {
    address: formatAddress(coin.network, fromHex(group.counterparty)),
    amount,
    label: known?.detail ?? '',
    tx_hash_list,
    type: typeOf(known),
  }
}

function typeOf(known: KnownAs | undefined): 1 | 2 | 3 | 4 {
  if (known === undefined) return 1
  const { riskClass } = categoryFacts[known.category]
  if (riskClass === 'severe' || riskClass === 'suspected') return 2
  return known.category === 'contract' ? 4 : 3
}
