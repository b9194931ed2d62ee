import type { ListEntry } from '../lists/list-entry.ts'
import { hashText } from '../names/hash-text.ts'
import { splitScripts } from '../names/split-scripts.ts'
import type { AskedName } from './asked-name.ts'
import { compareBirthDates } from './compare-birth-dates.ts'
import { documentKey } from './document-key.ts'
import { entryHash } from './entry-hash.ts'
import { explainName } from './explain-name.ts'
import type { Feature } from './feature.ts'
import { type IndexReader, indexReader } from './index-reader.ts'
import { askName, matchNames, type NameMatch } from './match-names.ts'
import { type AskedPerson, checkPerson, type Person } from './person.ts'
import type { ClearedPair, Hit, ScreeningAnswer } from './screening-answer.ts'
import type { ScreeningIndex } from './screening-index.ts'
import { leastThreshold, screeningPolicy } from './screening-policy.ts'

const { nationality, gender } = screeningPolicy

/** What speaks against it being this person, beside the name. Agreement adds nothing: it must not make up for a name. */
function qualify(person: AskedPerson, entry: ListEntry): Feature[] {
  const features: Feature[] = []
  const birth = compareBirthDates(person.birth, entry.birthDates)
  if (birth !== undefined) features.push(birth)
  if (person.nationalities.length > 0 && entry.nationalities.length > 0) {
    const shared = person.nationalities.filter((code) => entry.nationalities.includes(code))
    features.push({
      feature: 'nationality',
      part: shared.length > 0 ? 0 : -nationality.mismatch,
      why:
        shared.length > 0
          ? `nationality agrees: ${shared.join(', ')}`
          : `another nationality: listed ${entry.nationalities.join(', ')}, asked ${person.nationalities.join(', ')}`,
    })
  }
  if (person.gender !== undefined && entry.gender !== undefined) {
    const same = person.gender === entry.gender
    features.push({
      feature: 'gender',
      part: same ? 0 : -gender.mismatch,
      why: same ? 'gender agrees' : `another gender: listed ${entry.gender}, asked ${person.gender}`,
    })
  }
  return features
}

export type ScreenOptions = {
  /** From this score on a listed party is a hit; the policy's own where none is given. */
  readonly threshold?: number
  /** Pairs that somebody has looked at and cleared. */
  readonly cleared?: readonly ClearedPair[]
  /** Hits that are answered at most; how many there are is told. */
  readonly limit?: number
}

const defaultLimit = 20
const mostHits = 200

/** The listed parties that a person may be, with the reasons. */
export function screen(index: ScreeningIndex, person: Person, options: ScreenOptions = {}): ScreeningAnswer {
  const threshold = Math.min(1, Math.max(leastThreshold, options.threshold ?? screeningPolicy.threshold))
  const reader = indexReader(index)
  const asked = checkPerson(person)
  const found = bestNames(reader, asked, threshold)
  const hits = [...found].flatMap(([entry, best]) => judge(reader, asked, entry, best, threshold))
  const isCleared = clearedBy(options.cleared ?? [])
  const open = hits.filter((hit) => !isCleared(hit)).sort((a, b) => b.score - a.score)
  const limit = Math.min(mostHits, Math.max(1, options.limit ?? defaultLimit))
  return {
    hits: open.slice(0, limit),
    total: open.length,
    cleared: hits.length - open.length,
    policy: index.policyVersion,
    threshold,
    screenedAgainst: index.lists,
  }
}

type Best = { match?: NameMatch; asked?: AskedName; byDocument: boolean }

function bestNames(reader: IndexReader, person: AskedPerson, threshold: number): Map<number, Best> {
  const found = new Map<number, Best>()
  const names = [...new Set(person.names.flatMap(splitScripts))]
  for (const asked of names.flatMap((name) => askName(reader, name))) {
    // Nothing but a document's number can lift a score.
    for (const match of matchNames(reader, asked, threshold)) {
      const entry = reader.index.nameEntry[match.name] ?? 0
      const known = found.get(entry)
      if (known?.match === undefined || match.score.score > known.match.score.score)
        found.set(entry, { match, asked, byDocument: false })
    }
  }
  for (const number of person.documentNumbers) {
    const key = documentKey(number)
    if (key === undefined) continue
    for (const entry of reader.entriesOfDocument(hashText('d', key))) {
      const isReally = reader
        .entryOf(entry)
        .documents.some((document) => documentKey(document.number) === key)
      if (isReally) found.set(entry, { ...found.get(entry), byDocument: true })
    }
  }
  return found
}

function judge(
  reader: IndexReader,
  person: AskedPerson,
  number: number,
  best: Best,
  threshold: number,
): Hit[] {
  const { index } = reader
  const entry = reader.entryOf(number)
  const list = index.lists[index.entryList[number] ?? 0]
  if (list === undefined) return []
  const { match, asked } = best
  const explained = match && asked ? explainName(reader, asked, match, entry) : undefined
  const features: Feature[] = [...(explained?.features ?? []), ...qualify(person, entry)]
  let score = features.reduce((sum, { part }) => sum + part, 0)
  if (best.byDocument && score < screeningPolicy.document.match) {
    const part = screeningPolicy.document.match - score
    features.push({ feature: 'document', part, why: 'the number of a document is the same' })
    score = screeningPolicy.document.match
  }
  if (score < threshold) return []
  return [
    {
      list: list.list,
      version: list.version,
      publishedAt: list.publishedAt,
      entryId: entry.id,
      entryHash: entryHash(reader.bodyOf(number)),
      kind: entry.kind,
      name: explained?.listedName ?? entry.names[0]?.text ?? '',
      primaryName: entry.names[0]?.text ?? '',
      programs: entry.programs,
      score: Math.min(1, score),
      threshold,
      features,
      agreed: explained?.agreed ?? [],
    },
  ]
}

function clearedBy(pairs: readonly ClearedPair[]): (hit: Hit) => boolean {
  const hashes = new Map(pairs.map(({ list, entryId, entryHash: hash }) => [`${list}\n${entryId}`, hash]))
  // What was cleared is cleared as it was: an entry that says something new is looked at again.
  return (hit) => hashes.get(`${hit.list}\n${hit.entryId}`) === hit.entryHash
}
