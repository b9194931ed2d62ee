/** Limits far above any list in use. They keep a broken or hostile file from exhausting the memory. */
export const limits = {
  /** Size of a file. OFAC's list is 121 MB, the largest collection of OpenSanctions about 2 GB as JSON. */
  fileBytes: 4 * 1024 ** 3,
  /** Length of one text, tag, field or line. */
  fieldLength: 1024 * 1024,
  /** Entries per list. */
  entries: 3_000_000,
  /** Parts of one element or row. */
  elementParts: 200_000,
  depth: 64,
  namesOfEntry: 2000,
  nameLength: 512,
  /** Stored names, dates, documents and other values per entry. */
  valuesOfEntry: 5000,
  /** Maximum share of invalid rows in an accepted list. */
  badRowShare: 0.02,
} as const
