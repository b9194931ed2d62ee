/** A document is good up to and on its last day; both as YYYY-MM-DD. */
export function isExpired(expiryDate: string, day: string): boolean {
  return expiryDate < day
}
