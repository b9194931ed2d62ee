/**
 * Returns whether the document has expired. It is valid up to and including its last day. Both dates have
 * the form YYYY-MM-DD.
 */
export function isExpired(expiryDate: string, day: string): boolean {
  return expiryDate < day
}
