import { day, dayOf, worldDays, worldStart } from './calendar.ts'
import { btc, eth, trx, type WorldCoin, weth } from './coins.ts'
import { createDice } from './dice.ts'

export type DemoPrice = { coin: string; date: string; usd: string }

export type Market = {
  /**
   * Returns a round amount of the coin, in its smallest unit, that is worth about this many dollars at the
   * given time.
   */
  units(coin: WorldCoin, usd: number, time: number): bigint
  worth(coin: WorldCoin, units: bigint, time: number): number
  /** Returns the amount of another coin that `units` of one coin buys, before fees. */
  exchange(from: WorldCoin, units: bigint, to: WorldCoin, time: number): bigint
  readonly prices: readonly DemoPrice[]
}

const micro = 1_000_000
const dollar = BigInt(micro)

/**
 * The price of each coin follows the market, with some variation of its own. `decimals` applies to the price
 * in dollars.
 */
const courses = [
  { coins: [btc], first: 104_000, decimals: 2, follows: 1, own: 0.008 },
  { coins: [eth, weth], first: 3_600, decimals: 2, follows: 1.3, own: 0.014 },
  { coins: [trx], first: 0.29, decimals: 5, follows: 0.6, own: 0.012 },
]

export function createMarket(): Market {
  const dice = createDice('demo/prices')
  const moods = Array.from({ length: worldDays + 1 }, () => (dice.unit() + dice.unit() - 1) * 0.034)
  const inMicro = new Map<WorldCoin, bigint[]>()
  const prices: DemoPrice[] = []
  for (const { coins, first, decimals, follows, own } of courses) {
    let price = first
    const scale = 10 ** decimals
    const course = moods.map((mood) => {
      price *= 1 + mood * follows + (dice.unit() - 0.5) * own
      return Math.max(1, Math.round(price * scale))
    })
    for (const coin of coins) {
      inMicro.set(
        coin,
        course.map((scaled) => BigInt(scaled * (micro / scale))),
      )
      course.slice(0, worldDays).forEach((scaled, index) => {
        const date = new Date((worldStart + index * day) * 1000).toISOString().slice(0, 10)
        prices.push({ coin: coin.identifier, date, usd: (scaled / scale).toFixed(decimals) })
      })
    }
  }

  function priceOf(coin: WorldCoin, time: number): bigint {
    return (coin.isStable ? undefined : inMicro.get(coin)?.[dayOf(time)]) ?? dollar
  }

  return {
    units(coin, usd, time) {
      const exact = (BigInt(Math.round(usd * micro)) * coin.whole) / priceOf(coin, time)
      return exact - (exact % coin.grain)
    },
    worth: (coin, units, time) => Number((units * priceOf(coin, time)) / coin.whole) / micro,
    exchange: (from, units, to, time) =>
      (units * priceOf(from, time) * to.whole) / (priceOf(to, time) * from.whole),
    prices,
  }
}
