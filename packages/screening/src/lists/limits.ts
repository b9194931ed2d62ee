/**
 * Limits that prevent a malformed or hostile file from exhausting memory. The limits are far above the size
 * of any list in use.
 */
export const limits = {
  /**
   * Maximum file size. OFAC's list is 121 MB, and the largest OpenSanctions collection is about 2 GB as JSON.
   */
  fileBytes: 4 * 1024 ** 3,
  /** Maximum length of a text node, tag, field or line. */
  fieldLength: 1024 * 1024,
  /** Entries per list. */
  entries: 3_000_000,
  /** Maximum number of elements in one streamed element, including nested elements. */
  elementParts: 200_000,
  depth: 64,
  namesOfEntry: 2000,
  nameLength: 512,
  /** Maximum number of stored names, dates, documents and other values per entry. */
  valuesOfEntry: 5000,
  /** Maximum share of invalid rows in an accepted list. */
  badRowShare: 0.02,
} as const
