/** No list in use comes near these: they keep a broken or hostile file from filling the memory. */
export const limits = {
  /** A whole file: OFAC's is 121 MB, the largest collection of OpenSanctions about 2 GB as JSON. */
  fileBytes: 4 * 1024 ** 3,
  /** One text, tag, field or line. */
  fieldLength: 1024 * 1024,
  /** Entries of one list. */
  entries: 3_000_000,
  /** Of one element or row, in all its parts. */
  elementParts: 200_000,
  depth: 64,
  namesOfEntry: 2000,
  nameLength: 512,
  /** Names, dates, documents and so on of one entry that are kept. */
  valuesOfEntry: 5000,
  /** Share of rows that can be wrong before the whole list is. */
  badRowShare: 0.02,
} as const
