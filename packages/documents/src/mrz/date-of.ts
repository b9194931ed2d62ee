export type DateKind = 'birth' | 'expiry'

/**
 * The century that the zone leaves out. Nobody is born after today, so a birth is the latest such day not after today.
 * A document is good for ten years at most and was made after 1980, so an expiry lies from 50 years ago to 49 years ahead.
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
