/** Prices of one coin by day, oldest first. */
export type DayPrices = { readonly days: readonly number[]; readonly usdE12: readonly bigint[] }

const secondsOfDay = 86_400

/**
 * What a coin was worth at a time, in 10^-12 USD: the price of that day, or of the last day before it that has one.
 * Before the first known day, that of the first: a price from nearby tells more than none.
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
