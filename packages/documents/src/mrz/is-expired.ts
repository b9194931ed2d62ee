/**
 * Returns whether the document has expired. A document is valid up to and including its expiry date. Both
 * dates have the form YYYY-MM-DD.
 */
export function isExpired(expiryDate: string, day: string): boolean {
  return expiryDate < day
}
