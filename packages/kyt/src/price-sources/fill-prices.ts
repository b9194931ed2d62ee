import { type Network, networks } from '../addresses/networks.ts'
import { type Coin, coins } from '../coins/coin-table.ts'
import { journalOf, type LedgerContext } from '../context.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { Asking } from '../sources/histories/history-source.ts'
import { SourceError } from '../sources/histories/source-error.ts'
import { selectFilledDays, upsertFilledDays } from './price-fill-store.ts'
import type { Days, DayUsd, PriceSource } from './price-source.ts'

/** The job that fills in missing prices. */
export const fillPricesJob = 'fill-prices'

export type PricesFilled = {
  /** Number of prices that were stored. */
  readonly prices: number
  /** Number of coins for which no source answered. */
  readonly failed: number
}

const millisecondsOfDay = 86_400_000

/**
 * Requests the missing daily prices up to yesterday: for the coins of networks in the ledger, from the first
 * day for which the ledger contains data for the network, and for the coins of networks whose histories are
 * fetched, for the last year. Stored prices, such as imported ones, are kept. Days for which a source had no
 * price are not requested again until a source is added.
 */
export async function fillPrices(
  context: LedgerContext,
  options: {
    /** Returns all sources, preferred ones first. */
    sources(): Promise<readonly PriceSource[]>
    /** Networks whose histories are fetched from sources. */
    fetched?: readonly Network[]
    signal?: AbortSignal
  },
): Promise<PricesFilled> {
  const { signal, fetched = [] } = options
  const journal = journalOf(context)
  const asking: Asking = { ...(signal && { signal }), beforeRequest: async () => {} }
  const to = Math.floor(context.clock.now() / millisecondsOfDay) - 1
  const filled = await selectFilledDays(journal)
  /** Several coins can have the same asset. */
  const read = new Map<string, Promise<readonly DayUsd[]>>()
  let [prices, failed] = [0, 0]
  for (const [coin, from] of await startOfCoins(context.ledger, fetched, to)) {
    const known = filled.get(coin.id)
    for (const days of missingOf(known, { from, to })) {
      signal?.throwIfAborted()
      const found = await readFrom(await options.sources(), coin, days, asking, read)
      if (found === undefined) {
        failed += 1
        continue
      }
      const stored = new Set(
        found.length === 0 ? [] : (await context.ledger.prices([coin.id])).map(({ day }) => day),
      )
      const fresh = found.filter(({ day }) => !stored.has(day))
      if (fresh.length > 0)
        await context.ledger.putPrices(fresh.map((price) => ({ coin: coin.id, ...price })))
      prices += fresh.length
      const before = filled.get(coin.id) ?? days
      const now = { from: Math.min(before.from, days.from), to: Math.max(before.to, days.to) }
      filled.set(coin.id, now)
      await upsertFilledDays(journal, coin.id, now)
    }
  }
  return { prices, failed }
}

/** Queries the sources in order. Returns undefined if none of them has prices and not all of them answer. */
async function readFrom(
  sources: readonly PriceSource[],
  coin: Coin,
  days: Days,
  asking: Asking,
  read: Map<string, Promise<readonly DayUsd[]>>,
): Promise<readonly DayUsd[] | undefined> {
  let answered: readonly DayUsd[] | undefined
  let failed = false
  for (const source of sources) {
    const asset = source.assetOf(coin)
    if (asset === undefined) continue
    const key = `${source.name} ${asset} ${days.from} ${days.to}`
    const reading = read.get(key) ?? source.read(asset, days, asking)
    read.set(key, reading)
    try {
      answered = await reading
      if (answered.length > 0) return answered
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      failed = true
    }
  }
  // A source that failed might know the coin, so the days are requested again.
  return failed ? undefined : answered
}

/** Returns the parts of `wanted` before and after the known days. */
function missingOf(known: Days | undefined, wanted: Days): Days[] {
  if (known === undefined) return wanted.from <= wanted.to ? [wanted] : []
  return [
    { from: wanted.from, to: Math.min(wanted.to, known.from - 1) },
    { from: Math.max(wanted.from, known.to + 1), to: wanted.to },
  ].filter(({ from, to }) => from <= to)
}

/** Histories that are fetched later can begin on any day. Their prices are requested for this many days. */
const fetchedDays = 365

/**
 * Returns the coins that need prices, with the first day in the ledger: the coins of all networks with data, except
 * those that are pegged to the US dollar.
 */
async function startOfCoins(
  ledger: Pick<LedgerStore, 'coverage'>,
  fetched: readonly Network[],
  yesterday: number,
): Promise<[Coin, number][]> {
  const ids = Object.values(networks).map(({ id }) => id)
  const { found } = await ledger.coverage(ids)
  const startOf = (network: Network): number | undefined => {
    const times = (found.get(String(networks[network].id)) ?? []).map(({ firstTime }) => firstTime)
    const days = times.map((time) => Math.floor((time * 1000) / millisecondsOfDay))
    if (fetched.includes(network)) days.push(yesterday - fetchedDays + 1)
    return days.length === 0 ? undefined : Math.min(...days)
  }
  return coins.flatMap((coin): [Coin, number][] => {
    const start = coin.stable === 'USD' ? undefined : startOf(coin.network)
    return start === undefined ? [] : [[coin, start]]
  })
}

/** Returns the coins that have no price, among the coins of the networks in the ledger. */
export async function unpricedCoins(
  ledger: LedgerStore,
  fetched: readonly Network[] = [],
): Promise<string[]> {
  const needed = (await startOfCoins(ledger, fetched, 0)).map(([coin]) => coin)
  const priced = await ledger.pricedCoins(needed.map(({ id }) => id))
  return needed.filter(({ id }) => !priced.has(id)).map(({ identifier }) => identifier)
}
