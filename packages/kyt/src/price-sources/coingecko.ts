import type { Network } from '../addresses/networks.ts'
import type { Coin } from '../coins/coin-table.ts'
import { SourceError } from '../sources/histories/source-error.ts'
import type { SourceHttp } from '../sources/histories/source-http.ts'
import {
  type Days,
  type DayUsd,
  type PriceSource,
  parseJsonNumbersAsText,
  parseUsdNumber,
} from './price-source.ts'

/** CoinGecko's identifiers for native coins. */
const natives: Readonly<Record<Network, string>> = {
  ...{
    BTC: 'bitcoin',
    LTC: 'litecoin',
    DOGE: 'dogecoin',
    BCH: 'bitcoin-cash',
    ETH: 'ethereum',
    BSC: 'binancecoin',
  },
  ...{
    POLYGON: 'polygon-ecosystem-token',
    AVALANCHE: 'avalanche-2',
    ARBITRUM: 'ethereum',
    OPTIMISM: 'ethereum',
  },
  ...{
    BASE: 'ethereum',
    ZKSYNC: 'ethereum',
    MERLIN: 'bitcoin',
    IOTEX: 'iotex',
    HASHKEY: 'hashkey-ecopoints',
  },
  ...{ TRX: 'tron', SOL: 'solana', TON: 'the-open-network', SUI: 'sui' },
}

/** CoinGecko's identifiers for networks, under which it lists tokens by contract. */
const platforms: Readonly<Partial<Record<Network, string>>> = {
  ...{ ETH: 'ethereum', BSC: 'binance-smart-chain', POLYGON: 'polygon-pos', AVALANCHE: 'avalanche' },
  ...{ ARBITRUM: 'arbitrum-one', OPTIMISM: 'optimistic-ethereum', BASE: 'base', ZKSYNC: 'zksync' },
  ...{ TRX: 'tron', SOL: 'solana', TON: 'the-open-network', SUI: 'sui' },
}

const secondsOfDay = 86_400
/** Without a paid plan, prices are available for this many days. */
const freeDays = 364
/** The error code for a range outside the plan. */
const outsideOfPlan = '10012'

/** Opens CoinGecko's API, version 3. The price for a day is the first price of that day (UTC). */
export function openCoinGecko(options: {
  readonly name: string
  readonly url: string
  readonly key: string | undefined
  readonly http: SourceHttp
}): PriceSource {
  const { name, key, http } = options
  const base = options.url.replace(/\/+$/, '')
  const keyHeader = new URL(base).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'
  const headers = key === undefined ? {} : { [keyHeader]: key }

  const ask = async (asset: string, { from, to }: Days, asking: Parameters<PriceSource['read']>[2]) => {
    const url = new URL(`${base}/coins/${asset}/market_chart/range`)
    url.searchParams.set('vs_currency', 'usd')
    url.searchParams.set('from', String(from * secondsOfDay))
    url.searchParams.set('to', String((to + 1) * secondsOfDay - 1))
    return await http.json({
      ...{ url, headers, asking, parse: parseJsonNumbersAsText },
      refusal(status, text) {
        // The asset does not exist.
        if (status === 404) return new UnknownAsset('refused', `${url.host}: HTTP 404`, { retryable: false })
        if (status === 401 && text.includes(outsideOfPlan)) {
          return new SourceError('narrow', `${url.host}: the plan does not include prices of that time`)
        }
        return undefined
      },
      read: (answer) => readPrices(answer, url.host, { from, to }),
    })
  }

  return {
    name,
    assetOf(coin: Coin) {
      if (coin.contract === undefined) return natives[coin.network]
      const platform = platforms[coin.network]
      const isEvm = coin.contract.startsWith('0x') && !coin.contract.includes('::')
      const contract = isEvm ? coin.contract.toLowerCase() : coin.contract
      return platform && `${platform}/contract/${encodeURIComponent(contract)}`
    },
    async read(asset, days, asking) {
      try {
        return await ask(asset, days, asking)
      } catch (error) {
        if (error instanceof UnknownAsset) return []
        if (!(error instanceof SourceError) || error.kind !== 'narrow') throw error
        const from = Math.max(days.from, Math.floor(http.now() / secondsOfDay) - freeDays)
        return from > days.to ? [] : await ask(asset, { ...days, from }, asking)
      }
    },
  }
}

class UnknownAsset extends SourceError {}

function readPrices(answer: unknown, host: string, { from, to }: Days): DayUsd[] {
  const invalid = () => new SourceError('invalid', `${host}: the response is not a list of prices`)
  const rows = typeof answer === 'object' && answer !== null && 'prices' in answer ? answer.prices : undefined
  if (!Array.isArray(rows)) throw invalid()
  const found = new Map<number, { readonly at: number; readonly usdE12: bigint }>()
  for (const row of rows as unknown[]) {
    if (!Array.isArray(row) || row.length !== 2) throw invalid()
    const [at, usd] = row as unknown[]
    // A day without a price.
    if (usd === null) continue
    const usdE12 = typeof usd === 'string' ? parseUsdNumber(usd) : undefined
    if (typeof at !== 'string' || !/^\d{12,14}$/.test(at) || usdE12 === undefined) throw invalid()
    const day = Math.floor(Number(at) / (secondsOfDay * 1000))
    const known = found.get(day)
    if (day < from || day > to || (known !== undefined && known.at <= Number(at))) continue
    found.set(day, { at: Number(at), usdE12 })
  }
  return [...found].map(([day, { usdE12 }]) => ({ day, usdE12 }))
}
