/** Returns the 95 % confidence interval of the share `hits` out of `tries` (Wilson, 1927). */
export function confidence(hits: number, tries: number): { low: number; high: number } {
  if (tries === 0) return { low: 0, high: 1 }
  const z = 1.96
  const share = hits / tries
  const middle = share + (z * z) / (2 * tries)
  const reach = z * Math.sqrt((share * (1 - share)) / tries + (z * z) / (4 * tries * tries))
  const scale = 1 + (z * z) / tries
  return { low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale) }
}

export function shareWithRange(hits: number, tries: number): string {
  const { low, high } = confidence(hits, tries)
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  return `${percent(tries === 0 ? 0 : hits / tries)} (${percent(low)} to ${percent(high)})`
}
