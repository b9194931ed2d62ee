/** The day of a moment (milliseconds since 1970) in UTC as the number YYYYMMDD. */
export function dayOf(milliseconds: number): number {
  const date = new Date(milliseconds)
  return date.getUTCFullYear() * 10000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}
