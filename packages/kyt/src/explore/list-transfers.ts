import {
  type ExplorerPathQuery,
  type ExplorerTransfer,
  type ExplorerTransfers,
  ServiceError,
  type Static,
} from '@touchstone/contract'
import { type Network, networks } from '../addresses/networks.ts'
import { parseAddress } from '../addresses/parse-address.ts'
import { formatTxHashHex, parseTxHashHex } from '../addresses/tx-hash.ts'
import { coinById, findCoin, nativeCoinOf } from '../coins/find-coin.ts'
import type { AccountKey, LedgerTransaction } from '../ledger/ledger-store.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { malformedTxHash } from '../lookup/malformed-tx-hash.ts'
import { exactDecimal } from '../lookup/numbers.ts'
import { toHex } from '../lookup/resolve-account.ts'
import { requireCovered } from '../lookup/resolve-covered.ts'
import { openUsd, showUsd } from './flows.ts'
import { describeAddresses, networkOf, resolveAddress } from './place.ts'

/** Number of transfers that are listed. */
const mostTransfers = 200
/** Number of movements that are read of an account with a long history, newest first. */
const mostMovements = 20_000
const endOfTime = 4_294_967_295

type Found = {
  readonly tx: string
  readonly time: number
  readonly from: string
  readonly to: string
  readonly coin: number
  /** `undefined` if only the total of several transfers is known. */
  readonly amount: bigint | undefined
}

/** Returns the transfers of a transaction, largest first. */
export async function viewTransaction(
  reader: KytReader,
  { txid, ...place }: { network?: string; coin?: string; txid: string },
): Promise<ExplorerTransfers> {
  const network = networkOf(place)
  const tx = parseTxHashHex(network, txid)
  if (tx === undefined) throw malformedTxHash()
  await requireCovered(reader, nativeCoinOf(network))
  const found = (await reader.ledger.transactions(networks[network].id, [tx])).flatMap(transfersIn)
  if (found.length === 0) throw new ServiceError('unknownTransaction')
  return await show(reader, network, found)
}

function transfersIn({ tx, time, transfers }: LedgerTransaction): Found[] {
  return transfers
    .filter(({ fee }) => !fee)
    .map(({ from, to, coin, amount }) => ({ tx: formatTxHashHex(tx), time, from, to, coin, amount }))
}

/**
 * Returns the transfers from one address to another, newest first. Reads the history of the address with fewer
 * transfers, and of a long history the newest part.
 */
export async function transfersBetween(
  reader: KytReader,
  query: { network: string; from: string; to: string },
): Promise<ExplorerTransfers> {
  const { network } = query
  const [from, to] = await Promise.all([
    resolveAddress(reader, { network, address: query.from }),
    resolveAddress(reader, { network, address: query.to }),
  ])
  const [ofFrom = [], ofTo = []] = await reader.totalsOf([from.key, to.key])
  const count = (all: typeof ofFrom) =>
    all.reduce((sum, one) => sum + one.receivedTransfers + one.spentTransfers, 0)
  const isFrom = count(ofFrom) <= count(ofTo)
  const [own, other, totals] = isFrom ? [from, to, ofFrom] : [to, from, ofTo]
  const kind = isFrom ? 'out' : 'in'
  const movements = []
  for (const account of totals) {
    const window = { key: own.key, coin: account.coin, from: 0, to: endOfTime }
    const all = account.isWhole ? account.newest() : await reader.ledger.newest(window, mostMovements)
    movements.push(...all.filter((one) => one.kind === kind && one.counterparty === other.key.address))
  }
  const newest = movements.sort((a, b) => b.time - a.time).slice(0, mostTransfers + 1)
  const hashes = await reader.hashes(
    own.key.network,
    newest.map(({ tx }) => tx),
  )
  const found = newest.map(({ tx, time, coin, amount }) => ({
    ...{ tx: formatTxHashHex(hashes.get(tx) ?? tx), time, coin, amount },
    ...{ from: from.key.address, to: to.key.address },
  }))
  return await show(reader, from.coin.network, found, 'inOrder')
}

type Step = Static<typeof ExplorerPathQuery>['steps'][number]

/**
 * Returns the transfers on a path of a risk explanation, from the address outwards. Where a service passed the
 * funds on within a transaction, returns the transfers to and from the service.
 */
export async function viewPath(
  reader: KytReader,
  { steps, direction, ...query }: Static<typeof ExplorerPathQuery>,
): Promise<ExplorerTransfers> {
  const { key, coin } = await resolveAddress(reader, query)
  const { network } = coin
  const hexOf = (text: string): string => {
    const parsed = parseAddress(network, text)
    if (parsed === undefined) throw new ServiceError('invalidAddress')
    return toHex(parsed.bytes)
  }
  const hashes = steps.map(({ tx }) => (tx === '' ? undefined : parseTxHashHex(network, tx)))
  const known = await reader.ledger.transactions(key.network, [
    ...new Set(hashes.filter((tx) => tx !== undefined)),
  ])
  const byHash = new Map(known.map((one) => [one.tx, one]))
  const found: Found[] = []
  let before = key.address
  for (const [index, step] of steps.entries()) {
    const address = step.address === '' ? '' : hexOf(step.address)
    const through = step.through === '' ? undefined : hexOf(step.through)
    const ways: [string, string][] =
      through === undefined
        ? [[address, before]]
        : [
            [through, before],
            [address, through],
          ]
    const transaction = byHash.get(hashes[index] ?? '')
    for (const [far, near] of ways) {
      const [from, to] = direction === 'received' ? [far, near] : [near, far]
      found.push(...transfersOfStep(step, transaction, { from, to, isSwapped: far === through && step.swap }))
    }
    before = address
  }
  return await show(reader, network, found, 'inOrder')
}

/** Returns a step's transfers between two addresses, summed by coin. */
function transfersOfStep(
  step: Step,
  transaction: LedgerTransaction | undefined,
  { from, to, isSwapped }: { from: string; to: string; isSwapped: boolean },
): Found[] {
  const coin = findCoin(step.coin)?.id ?? 0
  const between = (transaction?.transfers ?? []).filter(
    (one) => one.from === from && one.to === to && !one.fee,
  )
  // Of an exchange at a service, the other side is in another coin.
  const ofCoin = between.filter((one) => (one.coin === coin) !== isSwapped)
  const sums = new Map<number, bigint>()
  for (const { coin: id, amount } of ofCoin.length > 0 ? ofCoin : between)
    sums.set(id, (sums.get(id) ?? 0n) + amount)
  const common = { tx: step.tx, time: step.time, from, to }
  if (sums.size === 0) return [{ ...common, coin, amount: undefined }]
  return [...sums].map(([id, amount]) => ({ ...common, coin: id, amount }))
}

async function show(
  reader: KytReader,
  network: Network,
  found: readonly Found[],
  order: 'largest' | 'inOrder' = 'largest',
): Promise<ExplorerTransfers> {
  const { id } = networks[network]
  const keyOf = (address: string): AccountKey => ({ network: id, address })
  const usdOf = await openUsd(
    reader,
    id,
    found.map(({ coin }) => coin),
  )
  const valued = found.map((one) => ({
    ...one,
    usd: one.amount === undefined ? undefined : usdOf(one.coin, one.amount, one.time),
  }))
  if (order === 'largest')
    valued.sort((a, b) => (a.usd === b.usd ? 0 : (a.usd ?? 0n) > (b.usd ?? 0n) ? -1 : 1))
  const listed = valued.slice(0, mostTransfers)
  const describe = await describeAddresses(
    reader,
    listed.flatMap(({ from, to }) => [keyOf(from), keyOf(to)]),
  )
  const showOne = (address: string) => describe(keyOf(address))
  return {
    network,
    transfers: listed.map(({ tx, time, from, to, coin: coinId, amount, usd }): ExplorerTransfer => {
      const coin = coinById(coinId)
      return {
        ...{ txid: tx, time, from: showOne(from), to: showOne(to), coin: coin?.identifier ?? '' },
        amount: amount === undefined ? null : exactDecimal(amount, coin?.decimals ?? 0),
        usd: showUsd(usd),
      }
    }),
    more: valued.length > listed.length,
  }
}
