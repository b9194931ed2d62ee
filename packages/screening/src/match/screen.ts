import type { ListEntry } from '../lists/list-entry.ts'
import { hashText } from '../names/hash-text.ts'
import { splitScripts } from '../names/split-scripts.ts'
import { compareBirthDates } from './compare-birth-dates.ts'
import { documentKey } from './document-key.ts'
import { entryHash } from './entry-hash.ts'
import { explainName } from './explain-name.ts'
import type { Feature } from './feature.ts'
import { type IndexReader, indexReader } from './index-reader.ts'
import { matchNames, type NameMatch, prepareName } from './match-names.ts'
import { checkPerson, type Person, type ValidatedPerson } from './person.ts'
import type { ClearedPair, Hit, ScreeningAnswer } from './screening-answer.ts'
import type { ScreeningIndex } from './screening-index.ts'
import { leastThreshold, screeningPolicy } from './screening-policy.ts'
import type { SearchedName } from './searched-name.ts'

const { nationality, gender } = screeningPolicy

/**
 * Returns the deductions for data other than the name. Matching data adds nothing, because it must not
 * compensate for a different name.
 */
function qualify(person: ValidatedPerson, entry: ListEntry): Feature[] {
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
          ? `nationality matches: ${shared.join(', ')}`
          : `the nationalities differ: listed ${entry.nationalities.join(', ')}, given ${person.nationalities.join(', ')}`,
    })
  }
  if (person.gender !== undefined && entry.gender !== undefined) {
    const same = person.gender === entry.gender
    features.push({
      feature: 'gender',
      part: same ? 0 : -gender.mismatch,
      why: same ? 'gender matches' : `the genders differ: listed ${entry.gender}, given ${person.gender}`,
    })
  }
  return features
}

export type ScreenOptions = {
  /** The minimum score for a hit. Defaults to the policy's threshold. */
  readonly threshold?: number
  /** Pairs that a reviewer has cleared. */
  readonly cleared?: readonly ClearedPair[]
  /** The maximum number of returned hits. The total number is returned separately. */
  readonly limit?: number
}

const defaultLimit = 20
const mostHits = 200

/** Finds the listed parties that may be the given person. Explains each hit. */
export function screen(index: ScreeningIndex, person: Person, options: ScreenOptions = {}): ScreeningAnswer {
  const threshold = Math.min(1, Math.max(leastThreshold, options.threshold ?? screeningPolicy.threshold))
  const reader = indexReader(index)
  const searched = checkPerson(person)
  const found = bestNames(reader, searched, threshold)
  const hits = [...found].flatMap(([entry, best]) => judge(reader, searched, entry, best, threshold))
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

type Best = { match?: NameMatch; searched?: SearchedName; byDocument: boolean }

function bestNames(reader: IndexReader, person: ValidatedPerson, threshold: number): Map<number, Best> {
  const found = new Map<number, Best>()
  const names = [...new Set(person.names.flatMap(splitScripts))]
  for (const searched of names.flatMap((name) => prepareName(reader, name))) {
    // A matching document number is the only data that can raise a score.
    for (const match of matchNames(reader, searched, threshold)) {
      const entry = reader.index.nameEntry[match.name] ?? 0
      const known = found.get(entry)
      if (known?.match === undefined || match.score.score > known.match.score.score)
        found.set(entry, { match, searched, byDocument: false })
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
  person: ValidatedPerson,
  number: number,
  best: Best,
  threshold: number,
): Hit[] {
  const { index } = reader
  const entry = reader.entryOf(number)
  const list = index.lists[index.entryList[number] ?? 0]
  if (list === undefined) return []
  const { match, searched } = best
  const explained = match && searched ? explainName(reader, searched, match, entry) : undefined
  const features: Feature[] = [...(explained?.features ?? []), ...qualify(person, entry)]
  let score = features.reduce((sum, { part }) => sum + part, 0)
  if (best.byDocument && score < screeningPolicy.document.match) {
    const part = screeningPolicy.document.match - score
    features.push({ feature: 'document', part, why: 'the document number matches' })
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
  // A clearance is valid only for the content that was reviewed, so a changed entry is reported as a hit
  // again.
  return (hit) => hashes.get(`${hit.list}\n${hit.entryId}`) === hit.entryHash
}
