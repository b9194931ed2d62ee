import type { Coin } from '../coins/coin-table.ts'
import { coinById } from '../coins/find-coin.ts'
import { divideHalfEven } from '../lookup/numbers.ts'
import { type DayPrices, priceAt } from '../prices/day-prices.ts'

/** Values are counted in millionths of what they are counted in, as whole numbers. */
export const valueDecimals = 6

/** What amounts are worth, of coins whose prices were asked for before. */
export type Valuation = {
  /** `USD`, or the asked coin's identifier where nobody knows its price. */
  readonly unit: string
  /** Makes the prices of these coins known. */
  prepare(coins: Iterable<number>): Promise<void>
  /** In millionths; nothing for a coin that can't be valued. */
  worth(coin: number, amount: bigint, time: number): bigint
  /** Coins that were asked about and have no price. */
  unpriced(): readonly number[]
}

const oneUsd = 10n ** 12n

type PricesOf = (coins: readonly number[]) => Promise<ReadonlyMap<number, DayPrices>>

/**
 * In USD at the day's price, of every coin that has one. Where the asked coin has none there is a second way: its
 * amounts themselves, with all other coins left out, because they can't be added to it. Each tells a part of the truth.
 */
export async function openValuations(requestedCoin: Coin, pricesOf: PricesOf): Promise<Valuation[]> {
  const inUsd = openValuation(requestedCoin, pricesOf, true)
  await inUsd.prepare([requestedCoin.id])
  return inUsd.unpriced().length === 0 ? [inUsd] : [inUsd, openValuation(requestedCoin, pricesOf, false)]
}

function openValuation(requestedCoin: Coin, pricesOf: PricesOf, inUsd: boolean): Valuation {
  const known = new Map<number, DayPrices | 'stable' | undefined>()
  const prepare = async (coins: Iterable<number>) => {
    const missing: number[] = []
    for (const id of coins) {
      if (known.has(id)) continue
      const isStable = coinById(id)?.stable === 'USD'
      known.set(id, isStable ? 'stable' : undefined)
      if (!isStable) missing.push(id)
    }
    if (missing.length === 0) return
    for (const [id, prices] of await pricesOf(missing)) known.set(id, prices)
  }
  const priceOf = (coin: number, time: number): bigint | undefined => {
    if (!inUsd) return coin === requestedCoin.id ? oneUsd : undefined
    const prices = known.get(coin)
    return prices === 'stable' ? oneUsd : prices && priceAt(prices, time)
  }
  return {
    unit: inUsd ? 'USD' : requestedCoin.identifier,
    prepare,
    worth(id, amount, time) {
      const coin = coinById(id)
      const price = coin && priceOf(id, time)
      if (coin === undefined || price === undefined) return 0n
      return divideHalfEven(
        amount * price * 10n ** BigInt(valueDecimals),
        oneUsd * 10n ** BigInt(coin.decimals),
      )
    },
    unpriced: () =>
      [...known].flatMap(([id, prices]) =>
        prices === undefined && (inUsd || id !== requestedCoin.id) ? [id] : [],
      ),
  }
}
