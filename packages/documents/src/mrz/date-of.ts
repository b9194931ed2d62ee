export type DateKind = 'birth' | 'expiry'

/**
 * Adds the century, which is not part of a date in the zone. A birth date is the latest matching day that is
 * not in the future. A document is valid for ten years at most and was issued after 1980, so an expiry date
 * is between 50 years ago and 49 years from now.
 */
export function dateOf(digits: string, kind: DateKind, today: string): string | undefined {
  if (!/^\d{6}$/.test(digits)) return undefined
  const year = Number(digits.slice(0, 2))
  const rest = `-${digits.slice(2, 4)}-${digits.slice(4, 6)}`
  const thisYear = Number(today.slice(0, 4))
  const latest = kind === 'birth' ? thisYear : thisYear + 49
  let full = Math.floor(latest / 100) * 100 + year
  if (full > latest) full -= 100
  if (kind === 'birth' && `${full}${rest}` > today) full -= 100
  const date = `${full}${rest}`
  return isRealDay(date) ? date : undefined
}

function isRealDay(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === date
}
