import { type RiskScore, ServiceError } from '@touchstone/contract'
import { formatAddress } from '../addresses/format-address.ts'
import { parseTxHash } from '../addresses/tx-hash.ts'
import type { Coin } from '../coins/coin-table.ts'
import { coinById } from '../coins/find-coin.ts'
import { networks } from '../coins/networks.ts'
import { describeRisk, type RiskyDealing, valueDecimals } from '../exposure/describe-risk.ts'
import type { KytDesk } from './desk.ts'
import { selectTransaction } from './history-store.ts'
import { knownAs } from './known-as.ts'
import { type Account, fromHex, resolveAccount, resolveCoin, toHex } from './resolve-account.ts'

/** Risk of an address, of a transaction, or of a transaction as one address sees it. */
export async function getRiskScore(
  desk: KytDesk,
  asked: { coin: string; address?: string; txid?: string },
): Promise<RiskScore> {
  const { coin, address, txid } = asked
  if (address === undefined && txid === undefined) {
    resolveCoin(coin)
    throw new ServiceError('parameter', { detail: 'address or txid is required' })
  }
  if (txid !== undefined)
    return await scoreTransaction(desk, { coin, txid, ...(address === undefined ? {} : { address }) })
  const account = resolveAccount({ coin, address: address ?? '' })
  const question = { name: 'score', account, hangsOn: ['ledger', 'labels', 'prices'] } as const
  return await desk.answer(question, () => scoreAddress(desk, account))
}

async function scoreAddress(desk: KytDesk, account: Account): Promise<RiskScore> {
  const { coin, key } = account
  const [totals, edges, labels, prices] = await Promise.all([
    desk.totals(key),
    desk.edges(key),
    desk.labels(key),
    desk.prices(),
  ])
  const worth = createValuation(coin, prices)
  const whole = totals.reduce((sum, row) => sum + worth(row.coin, row.received + row.spent), 0n)
  const dealings = new Map<string, RiskyDealing>()
  for (const edge of edges) {
    const { known } = edge
    const value = worth(edge.coin, edge.received + edge.spent)
    const sofar = dealings.get(edge.counterparty)
    dealings.set(edge.counterparty, {
      name: known.name,
      category: known.category,
      incident: known.incident,
      address: formatAddress(coin.network, fromHex(edge.counterparty)),
      value: (sofar?.value ?? 0n) + value,
    })
  }
  return describeRisk({ own: knownAs(labels), dealings: [...dealings.values()], whole })
}

async function scoreTransaction(
  desk: KytDesk,
  asked: { coin: string; txid: string; address?: string },
): Promise<RiskScore> {
  const coin = resolveCoin(asked.coin)
  const account =
    asked.address === undefined ? undefined : resolveAccount({ coin: asked.coin, address: asked.address })
  const tx = parseTxHash(coin.network, asked.txid)
  if (tx === undefined) throw new ServiceError('parameter', { detail: 'txid is not a transaction hash' })
  const network = networks[coin.network].id
  const found = await selectTransaction(desk.context.clickhouse, { network, coin: coin.id, tx: toHex(tx) })
  const mine = account?.key.address
  const transfers = mine === undefined ? found : found.filter((row) => row.from === mine || row.to === mine)
  if (transfers.length === 0) throw new ServiceError('unknownTransaction')

  const prices = await desk.prices()
  const worth = createValuation(coin, prices)
  const parties = new Map<string, bigint>()
  let whole = 0n
  for (const row of transfers) {
    const value = worth(coin.id, BigInt(row.amount))
    whole += value
    const others = mine === undefined ? [row.from, row.to] : [row.from === mine ? row.to : row.from]
    for (const party of new Set(others))
      if (party !== '') parties.set(party, (parties.get(party) ?? 0n) + value)
  }
  const dealings = await Promise.all(
    [...parties].map(async ([party, value]): Promise<RiskyDealing | undefined> => {
      const known = knownAs(await desk.labels({ network, address: party }))
      const address = formatAddress(coin.network, fromHex(party))
      return known && { name: known.name, category: known.category, incident: known.incident, address, value }
    }),
  )
  const own = account === undefined ? undefined : knownAs(await desk.labels(account.key))
  return describeRisk({ own, dealings: dealings.filter((one) => one !== undefined), whole })
}

/**
 * Value of an amount: in USD where the asked coin has a price, and then of every coin that has one; otherwise the amount
 * of the asked coin itself, with other coins left out, because they can't be added to it.
 */
function createValuation(
  asked: Coin,
  prices: ReadonlyMap<number, bigint>,
): (coin: number, amount: bigint) => bigint {
  const priceOf = (coin: Coin) => (coin.stable === 'USD' ? 10n ** 12n : prices.get(coin.id))
  const priced = priceOf(asked) !== undefined
  return (id, amount) => {
    const coin = coinById(id)
    if (coin === undefined || (!priced && id !== asked.id)) return 0n
    const price = priced ? (priceOf(coin) ?? 0n) : 10n ** 12n
    return (amount * price * 10n ** BigInt(valueDecimals)) / 10n ** BigInt(coin.decimals + 12)
  }
}
