/**
 * All data of a search in flat arrays, which the building thread shares with the searching thread without a
 * copy. Entries are stored as JSON and parsed only if they are hits.
 */
export type ScreeningIndex = {
  readonly policyVersion: string
  readonly lists: readonly IndexedList[]
  /** Forms of all tokens, one per line. */
  readonly tokenTexts: Readonly<Record<'latin' | 'native' | 'pattern' | 'key' | 'loose' | 'korean', string>>
  /** Number of the token's script, and whether the token joins two adjacent parts of a name. */
  readonly tokenScript: Uint8Array
  readonly tokenIsPair: Uint8Array
  readonly tokenWeight: Float32Array
  /**
   * Sorted hashes of the tokens' keys, parallel to the tokens; `keyStarts` has the position of each 16-bit
   * prefix.
   */
  readonly keyHashes: Uint32Array
  readonly keyTokens: Uint32Array
  readonly keyStarts: Uint32Array
  /** Names that contain a token. */
  readonly postingStarts: Uint32Array
  readonly postings: Uint32Array
  /** Tokens of a name, followed by its joined pairs. */
  readonly nameStarts: Uint32Array
  readonly nameTokens: Uint32Array
  readonly namePairs: Uint32Array
  readonly nameEntry: Uint32Array
  /** Position of the name in its entry. */
  readonly nameNumber: Uint16Array
  readonly nameIsWeak: Uint8Array
  /** 1 for a token of organisation names; persons have separate tokens with separate weights. */
  readonly tokenIsOrganisation: Uint8Array
  /** Sum of the weights of the name's tokens. */
  readonly nameWeight: Float32Array
  readonly entryList: Uint16Array
  readonly entryKind: Uint8Array
  readonly entryStarts: Uint32Array
  /** Concatenated JSON of the entries, in UTF-8. */
  readonly entryBodies: Uint8Array
  /** Sorted hashes of document numbers, parallel to their entries. */
  readonly documentHashes: Uint32Array
  readonly documentEntries: Uint32Array
}

export type IndexedList = {
  readonly list: string
  readonly version: string
  readonly publishedAt: string | null
}
