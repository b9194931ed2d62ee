/** One coin's daily prices, oldest first. */
export type DayPrices = { readonly days: readonly number[]; readonly usdE12: readonly bigint[] }

const secondsOfDay = 86_400

/**
 * Returns a coin's price at a time, in 10^-12 USD. Uses the price of the same day or, if there is none, of
 * the latest earlier day that has a price. Before the first known day, returns the first price, because an
 * approximate price is better than none.
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
