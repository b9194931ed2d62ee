import type { Coin } from '../coins/coin-table.ts'
import { coinById } from '../coins/find-coin.ts'
import { divideHalfEven } from '../lookup/numbers.ts'
import { type DayPrices, priceAt } from '../prices/day-prices.ts'

/** All values are integers in millionths of the valuation's unit. */
export const valueDecimals = 6

/** Converts amounts to values. A valuation supports coins whose prices were loaded with `prepare`. */
export type Valuation = {
  /** `USD`, or the identifier of the requested coin if it has no price. */
  readonly unit: string
  /** Loads the prices of these coins. */
  prepare(coins: Iterable<number>): Promise<void>
  /** Returns the value in millionths, or zero for a coin that cannot be valued. */
  worth(coin: number, amount: bigint, time: number): bigint
  /** Coins passed to `prepare` that have no price. */
  unpriced(): readonly number[]
}

const oneUsd = 10n ** 12n

type PricesOf = (coins: readonly number[]) => Promise<ReadonlyMap<number, DayPrices>>

/**
 * Opens a valuation in USD at daily prices. If the requested coin has no price, adds a second valuation in
 * that coin, which uses the amounts themselves and excludes all other coins. In this case, each of the two
 * valuations covers only some of the coins.
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
