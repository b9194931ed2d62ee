export const count = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Formats a share with enough digits for small values, so that 0.04% is not shown as 0. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (100 * part) / whole
  if (percent === 0 || percent === 100) return `${percent}%`
  // Rounding must not turn a small share into 0 % or a nearly complete share into 100 %.
  const digits = percent < 1 ? 2 : 1
  const limited = Math.min(Math.max(percent, 0.01), 99.9)
  return `${limited.toFixed(digits)}%`
}

export const thousandsUsd = (usd: number): string => count(usd / 1000)

/** The 97.5th percentile of the normal distribution, for 95% confidence bounds. */
const z = 1.96

/**
 * Formats the 95% confidence bounds of a share, by Wilson's method. The method assumes independent addresses;
 * addresses of one case are not fully independent, so the actual uncertainty is larger.
 */
export function bounds(part: number, whole: number): string {
  if (whole === 0) return '–'
  const observed = part / whole
  const middle = observed + z ** 2 / (2 * whole)
  const spread = z * Math.sqrt((observed * (1 - observed)) / whole + z ** 2 / (4 * whole ** 2))
  const scale = 1 + z ** 2 / whole
  const percent = (value: number) => (100 * value).toFixed(observed < 0.01 ? 2 : 1)
  const low = part === 0 ? 0 : (middle - spread) / scale
  const high = part === whole ? 1 : (middle + spread) / scale
  return `${percent(low)} to ${percent(high)}%`
}
