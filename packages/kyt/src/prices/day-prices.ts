/** Prices of one coin by day, oldest first. */
export type DayPrices = { readonly days: readonly number[]; readonly usdE12: readonly bigint[] }

const secondsOfDay = 86_400

/**
 * Returns the price of a coin at a time, in 10^-12 USD: that of the same day, or of the last earlier day with
 * a price. Before the first known day, returns the first price, because a close price is better than none.
 */
export function priceAt(prices: DayPrices, time: number): bigint | undefined {
  const day = Math.floor(time / secondsOfDay)
  let low = 0
  let high = prices.days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((prices.days[middle] ?? 0) <= day) low = middle + 1
    else high = middle
  }
  return prices.usdE12[Math.max(0, low - 1)]
}
