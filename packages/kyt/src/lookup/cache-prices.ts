import type { DayPrices } from '../prices/day-prices.ts'
import { dependencyOn, type Memory } from './memory.ts'
import type { TrackedReads } from './tracked-reads.ts'

/** Maximum number of cached prices, enough for several hundred coins over several years. */
const maxCachedPrices = 500_000

/** Reads and caches daily prices. Omits coins without prices. */
export function cachePrices(
  ledger: TrackedReads,
  memory: Memory,
): (coins: readonly number[]) => Promise<ReadonlyMap<number, DayPrices>> {
  const cache = memory.cache<DayPrices>({
    maxSize: maxCachedPrices,
    sizeOf: ({ days }) => days.length + 1,
  })
  return async (coins) => {
    const since = memory.now()
    const all = new Map(coins.map((coin) => [coin, cache.get(String(coin))]))
    const missing = coins.filter((coin) => all.get(coin) === undefined)
    if (missing.length > 0) {
      const read = new Map(missing.map((coin) => [coin, { days: [] as number[], usdE12: [] as bigint[] }]))
      for (const { coin, day, usdE12 } of await ledger.prices(missing)) {
        read.get(coin)?.days.push(day)
        read.get(coin)?.usdE12.push(usdE12)
      }
      for (const [coin, prices] of read) {
        all.set(coin, prices)
        cache.set(String(coin), prices, { since, from: [dependencyOn.prices(coin)] })
      }
    }
    const found = new Map<number, DayPrices>()
    for (const [coin, prices] of all)
      if (prices !== undefined && prices.days.length > 0) found.set(coin, prices)
    return found
  }
}
