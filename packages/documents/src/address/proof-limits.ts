export const proofLimits = {
  maxBytes: 10 * 1024 * 1024,
  /**
   * Maximum number of pages, which is sufficient for a long annual statement. The name and address are on the
   * first pages.
   */
  maxPages: 60,
  pagesRead: 3,
  charactersRead: 40_000,
  /** Longer side, in pixels, of pages rendered for OCR. */
  drawnSide: 2000,
  maxAgeDays: 90,
}
