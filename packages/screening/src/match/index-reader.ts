import type { ListEntry } from '../lists/list-entry.ts'
import { type TokenForms, tokenForms } from '../names/token-forms.ts'
import { scripts } from '../names/tokenise.ts'
import type { ScreeningIndex } from './screening-index.ts'

/** What is worked out from an index when it is first asked, and kept beside it. */
export type IndexReader = {
  readonly index: ScreeningIndex
  readonly tokenCount: number
  readonly nameCount: number
  formsOf(token: number): TokenForms
  entryOf(entry: number): ListEntry
  /** Calls back with each token that is kept under a key. */
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
  const latin = index.tokenLatin.split('\n')
  const native = index.tokenNative.split('\n')
  const forms: (TokenForms | undefined)[] = new Array(index.tokenScript.length)
  const { keyHashes, keyTokens, keyStarts, documentHashes, documentEntries } = index
  return {
    index,
    tokenCount: index.tokenScript.length,
    nameCount: index.nameEntry.length,
    formsOf(token) {
      const known = forms[token]
      if (known !== undefined) return known
      const made = tokenForms({
        latin: latin[token] ?? '',
        native: native[token] ?? '',
        script: scripts[index.tokenScript[token] ?? 0] ?? 'latin',
      })
      forms[token] = made
      return made
    },
    entryOf(entry) {
      const bytes = index.entryBodies.subarray(index.entryStarts[entry], index.entryStarts[entry + 1])
      return JSON.parse(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'),
      ) as ListEntry
    },
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
