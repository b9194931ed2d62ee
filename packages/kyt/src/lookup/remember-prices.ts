import { LRUCache } from 'lru-cache'
import type { LedgerReads } from '../ledger/ledger-store.ts'
import type { DayPrices } from '../prices/day-prices.ts'

/** Prices that are remembered: some hundred coins over some years. */
const rememberedPrices = 500_000

/** Prices of coins by day, remembered under the version that they were read at; a coin without any is missing. */
export function rememberPrices(
  ledger: LedgerReads,
): (coins: readonly number[], version: number) => Promise<ReadonlyMap<number, DayPrices>> {
  const remembered = new LRUCache<string, DayPrices>({
    maxSize: rememberedPrices,
    sizeCalculation: ({ days }) => days.length + 1,
  })
  return async (coins, version) => {
    const missing = coins.filter((coin) => !remembered.has(`${version} ${coin}`))
    const read = new Map(missing.map((coin) => [coin, { days: [] as number[], usdE12: [] as bigint[] }]))
    if (missing.length > 0) {
      for (const { coin, day, usdE12 } of await ledger.prices(missing)) {
        read.get(coin)?.days.push(day)
        read.get(coin)?.usdE12.push(usdE12)
      }
      for (const [coin, prices] of read) remembered.set(`${version} ${coin}`, prices)
    }
    const found = new Map<number, DayPrices>()
    for (const coin of coins) {
      const prices = read.get(coin) ?? remembered.get(`${version} ${coin}`)
      if (prices !== undefined && prices.days.length > 0) found.set(coin, prices)
    }
    return found
  }
}
