/** Returns whether a number in the form YYYYMMDD is a calendar date in or after the year 1000. */
export function isDay(value: number): boolean {
  if (!Number.isInteger(value) || value < 10000101 || value > 99991231) return false
  const [year, month, day] = [Math.floor(value / 10000), Math.floor(value / 100) % 100, value % 100]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Returns the UTC date of a timestamp (milliseconds since 1970) as a number in the form YYYYMMDD. */
export function dayOf(milliseconds: number): number {
  const date = new Date(milliseconds)
  return date.getUTCFullYear() * 10000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}
