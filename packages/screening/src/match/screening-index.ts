/**
 * All data that a search needs, in flat arrays that the building thread shares with the searching thread
 * without copying. Entries are stored as JSON and parsed only if they are hits.
 */
export type ScreeningIndex = {
  readonly policyVersion: string
  readonly lists: readonly IndexedList[]
  /** The forms of all tokens, one token per line. */
  readonly tokenTexts: Readonly<Record<'latin' | 'native' | 'pattern' | 'key' | 'loose' | 'korean', string>>
  /** The number of the token's script, and a flag for tokens that join two adjacent name parts. */
  readonly tokenScript: Uint8Array
  readonly tokenIsPair: Uint8Array
  readonly tokenWeight: Float32Array
  /**
   * Sorted hashes of the tokens' keys, parallel to the tokens. `keyStarts` contains the position of each
   * 16-bit prefix.
   */
  readonly keyHashes: Uint32Array
  readonly keyTokens: Uint32Array
  readonly keyStarts: Uint32Array
  /** For each token, the names that contain it. */
  readonly postingStarts: Uint32Array
  readonly postings: Uint32Array
  /** For each name, its tokens and its joined pairs of tokens. */
  readonly nameStarts: Uint32Array
  readonly nameTokens: Uint32Array
  readonly namePairs: Uint32Array
  readonly nameEntry: Uint32Array
  /** Each name's position in its entry. */
  readonly nameNumber: Uint16Array
  readonly nameIsWeak: Uint8Array
  /**
   * 1 for tokens in organisation names. A word that also occurs in person names is a separate token with a
   * separate weight.
   */
  readonly tokenIsOrganisation: Uint8Array
  /** The sum of each name's token weights. */
  readonly nameWeight: Float32Array
  readonly entryList: Uint16Array
  readonly entryKind: Uint8Array
  readonly entryStarts: Uint32Array
  /** Concatenated JSON of the entries, in UTF-8. */
  readonly entryBodies: Uint8Array
  /** Sorted hashes of document numbers, parallel to the entries that contain them. */
  readonly documentHashes: Uint32Array
  readonly documentEntries: Uint32Array
}

export type IndexedList = {
  readonly list: string
  readonly version: string
  readonly publishedAt: string | null
}
