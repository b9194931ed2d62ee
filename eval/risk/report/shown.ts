export const count = (value: number): string => Math.round(value).toLocaleString('en-US')

/** With the digits that a small share needs: 0.04% is not nothing. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (100 * part) / whole
  if (percent === 0 || percent === 100) return `${percent}%`
  // Rounding must not make something of nothing, nor all of nearly all.
  const digits = percent < 1 ? 2 : 1
  const limited = Math.min(Math.max(percent, 0.01), 99.9)
  return `${limited.toFixed(digits)}%`
}

export const thousandsUsd = (usd: number): string => count(usd / 1000)
