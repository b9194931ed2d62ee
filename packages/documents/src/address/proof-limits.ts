export const proofLimits = {
  maxBytes: 10 * 1024 * 1024,
  /** A statement of a busy year; what proves an address stands on the first pages. */
  maxPages: 60,
  pagesRead: 3,
  charactersRead: 40_000,
  /** Of the longer side of a page that has to be drawn to be read. */
  drawnSide: 2000,
  maxAgeDays: 90,
}
