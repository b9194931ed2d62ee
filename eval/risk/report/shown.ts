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
