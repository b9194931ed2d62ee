export const proofLimits = {
  maxBytes: 10 * 1024 * 1024,
  /** Enough for the statement of a busy year; name and address are on the first pages. */
  maxPages: 60,
  pagesRead: 3,
  charactersRead: 40_000,
  /** Longer side, in pixels, of a page that is rendered for OCR. */
  drawnSide: 2000,
  maxAgeDays: 90,
}
