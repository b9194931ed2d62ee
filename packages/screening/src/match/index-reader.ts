import type { ListEntry } from '../lists/list-entry.ts'
import type { TokenForms } from '../names/token-forms.ts'
import { outlineTokens, type TokenOutlines } from '../names/token-outline.ts'
import { scripts } from '../names/tokenise.ts'
import type { ScreeningIndex } from './screening-index.ts'

/** Data that is derived from an index on first use and cached together with the index. */
export type IndexReader = {
  readonly index: ScreeningIndex
  readonly tokenCount: number
  readonly nameCount: number
  readonly hasPersons: boolean
  readonly hasOrganisations: boolean
  formsOf(token: number): TokenForms
  readonly outlines: TokenOutlines
  /** Marks a token for the current search. Returns false if the token was already marked. */
  mark(token: number, search: number): boolean
  nextSearch(): number
  entryOf(entry: number): ListEntry
  /** Returns the entry's JSON. */
  bodyOf(entry: number): Uint8Array
  /** Calls `found` for each token that has this key. */
  forTokens(hash: number, found: (token: number) => void): void
  entriesOfDocument(hash: number): number[]
}

const readers = new WeakMap<ScreeningIndex, IndexReader>()

export function indexReader(index: ScreeningIndex): IndexReader {
  const known = readers.get(index)
  if (known !== undefined) return known
  const reader = createReader(index)
  readers.set(index, reader)
  return reader
}

function createReader(index: ScreeningIndex): IndexReader {
  const forms = readForms(index)
  const { keyHashes, keyTokens, keyStarts, documentHashes, documentEntries } = index
  const bodies = Buffer.from(
    index.entryBodies.buffer,
    index.entryBodies.byteOffset,
    index.entryBodies.byteLength,
  )
  const bodyOf = (entry: number) => bodies.subarray(index.entryStarts[entry], index.entryStarts[entry + 1])
  return {
    index,
    tokenCount: index.tokenScript.length,
    nameCount: index.nameEntry.length,
    hasPersons: index.tokenIsOrganisation.includes(0),
    hasOrganisations: index.tokenIsOrganisation.includes(1),
    formsOf: (token) => forms[token] ?? noForms,
    outlines: outlineTokens(forms),
    ...createMarks(forms.length),
    bodyOf,
    entryOf: (entry) => JSON.parse(bodyOf(entry).toString('utf8')) as ListEntry,
    forTokens(hash, found) {
      const end = keyStarts[(hash >>> 16) + 1] ?? 0
      for (let at = keyStarts[hash >>> 16] ?? 0; at < end; at += 1) {
        const other = keyHashes[at] ?? 0
        if (other === hash) found(keyTokens[at] ?? 0)
        else if (other > hash) return
      }
    },
    entriesOfDocument(hash) {
      let low = 0
      let high = documentHashes.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((documentHashes[middle] ?? 0) < hash) low = middle + 1
        else high = middle
      }
      const entries = new Set<number>()
      for (let at = low; documentHashes[at] === hash; at += 1) entries.add(documentEntries[at] ?? 0)
      return [...entries]
    },
  }
}

/** A reusable set of tokens, so that searches do not have to allocate a new one. */
function createMarks(tokens: number): Pick<IndexReader, 'mark' | 'nextSearch'> {
  const marked = new Uint32Array(tokens)
  let searches = 0
  return {
    nextSearch() {
      searches = (searches + 1) >>> 0
      if (searches === 0) {
        marked.fill(0)
        searches = 1
      }
      return searches
    },
    mark(token, search) {
      if (marked[token] === search) return false
      marked[token] = search
      return true
    },
  }
}

const noForms: TokenForms = {
  latin: '',
  native: '',
  script: 'other',
  pattern: '',
  key: '',
  loose: '',
  korean: '',
}

function readForms({ tokenTexts, tokenScript }: ScreeningIndex): TokenForms[] {
  const lines = (text: string) => (tokenScript.length === 0 ? [] : text.split('\n'))
  const native = lines(tokenTexts.native)
  const pattern = lines(tokenTexts.pattern)
  const key = lines(tokenTexts.key)
  const loose = lines(tokenTexts.loose)
  const korean = lines(tokenTexts.korean)
  return lines(tokenTexts.latin).map((latin, at) => ({
    latin,
    native: native[at] ?? '',
    script: scripts[tokenScript[at] ?? 0] ?? 'other',
    pattern: pattern[at] ?? '',
    key: key[at] ?? '',
    loose: loose[at] ?? '',
    korean: korean[at] ?? '',
  }))
}
