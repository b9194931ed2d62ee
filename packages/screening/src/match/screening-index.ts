/**
 * Everything a search needs, in flat arrays: they pass from the thread that builds them to the one that asks without
 * being copied. Entries are held as the JSON that they came in and are read only when they are a hit.
 */
export type ScreeningIndex = {
  readonly policyVersion: string
  readonly lists: readonly IndexedList[]
  /** The forms of all tokens, a line each. */
  readonly tokenTexts: Readonly<Record<'latin' | 'native' | 'pattern' | 'key' | 'loose' | 'korean', string>>
  /** The number of its script, and whether it is two neighbouring tokens of a name in one. */
  readonly tokenScript: Uint8Array
  readonly tokenIsPair: Uint8Array
  readonly tokenWeight: Float32Array
  /** Sorted hashes of the tokens' keys, beside the tokens; `keyStarts` has where each leading 16 bits begin. */
  readonly keyHashes: Uint32Array
  readonly keyTokens: Uint32Array
  readonly keyStarts: Uint32Array
  /** Names that hold a token. */
  readonly postingStarts: Uint32Array
  readonly postings: Uint32Array
  /** Tokens of a name, then the pairs of it. */
  readonly nameStarts: Uint32Array
  readonly nameTokens: Uint32Array
  readonly namePairs: Uint32Array
  readonly nameEntry: Uint32Array
  /** Which of its entry's names it is. */
  readonly nameNumber: Uint16Array
  readonly nameIsWeak: Uint8Array
  /** 1 for a token of organisations' names; persons' tokens are others, with weights of their own. */
  readonly tokenIsOrganisation: Uint8Array
  /** Sum of its tokens' weights. */
  readonly nameWeight: Float32Array
  readonly entryList: Uint16Array
  readonly entryKind: Uint8Array
  readonly entryStarts: Uint32Array
  /** UTF-8 of the entries' JSON, one after the other. */
  readonly entryBodies: Uint8Array
  /** Sorted hashes of document numbers, beside the entries. */
  readonly documentHashes: Uint32Array
  readonly documentEntries: Uint32Array
}

export type IndexedList = {
  readonly list: string
  readonly version: string
  readonly publishedAt: string | null
}
