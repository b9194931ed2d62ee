import { limits } from './limits.ts'
import type { EntryKind, ListEntry, ListedName } from './list-entry.ts'

export type EntryDraft = {
  id: string
  kind: EntryKind
  names: ListedName[]
  birthDates?: ListEntry['birthDates']
  nationalities?: readonly string[]
  documents?: ListEntry['documents']
  gender?: string | undefined
  programs?: readonly string[]
  cryptoAddresses?: ListEntry['cryptoAddresses']
}

/**
 * Creates an entry without duplicate or empty values. Returns `undefined` if the entry has no name that can
 * be matched.
 */
export function makeEntry(draft: EntryDraft): ListEntry | undefined {
  const names = new Map<string, ListedName>()
  for (const { text, quality } of draft.names) {
    const clean = text.normalize('NFKC').replace(/\s+/g, ' ').trim().slice(0, limits.nameLength)
    if (!/\p{L}/u.test(clean)) continue
    const known = names.get(clean)
    // If several names are equal, keeps only the one with the best quality.
    if (known === undefined || rank[quality] < rank[known.quality]) names.set(clean, { text: clean, quality })
    if (names.size >= limits.namesOfEntry) break
  }
  const id = draft.id.trim().slice(0, 256)
  if (names.size === 0 || id === '') return undefined
  const gender = genders.get((draft.gender ?? '').trim().toLowerCase().replace(/\.$/, ''))
  const few = <T>(values: readonly T[] | undefined) => (values ?? []).slice(0, limits.valuesOfEntry)
  return {
    id,
    kind: draft.kind,
    names: [...names.values()].sort((a, b) => rank[a.quality] - rank[b.quality]),
    birthDates: few(draft.birthDates),
    nationalities: [...new Set(few(draft.nationalities))].sort(),
    documents: few(draft.documents).filter(({ number }) => number.trim() !== ''),
    ...(gender !== undefined && { gender }),
    programs: [...new Set(few(draft.programs).map((program) => program.trim()))].filter(Boolean).sort(),
    cryptoAddresses: few(draft.cryptoAddresses),
  }
}

const rank = { primary: 0, strong: 1, weak: 2 } as const

const genders = new Map<string, 'male' | 'female'>([
  ['male', 'male'],
  ['m', 'male'],
  ['man', 'male'],
  ['female', 'female'],
  ['f', 'female'],
  ['woman', 'female'],
])
