import type { Realm } from '../names/token-keys.ts'
import { type NameToken, tokenise } from '../names/tokenise.ts'
import { isJoinedWord, joinTokens, tokensOf } from './build-index.ts'
import { findNeighbours, type Neighbours, noNeighbours } from './find-neighbours.ts'
import type { IndexReader } from './index-reader.ts'
import { type Link, linkTokens } from './link-tokens.ts'
import { type NameScore, nameScore } from './name-score.ts'
import { screeningPolicy } from './screening-policy.ts'
import type { SearchedName } from './searched-name.ts'

export type NameMatch = { readonly name: number; readonly score: NameScore; readonly links: readonly Link[] }

const { candidates: mostCandidates, leastJoined } = screeningPolicy.names
const bins = 256
const leastRough = 0.3
const leastChoosing = 0.05

type Scratch = { sums: Float32Array; last: Float32Array; element: Int32Array; touched: Uint32Array }
const scratches = new WeakMap<IndexReader, Scratch>()

/**
 * Prepares a name for the search. A name in Chinese characters or Hangul can also represent a foreign name.
 */
export function prepareName(reader: IndexReader, name: string): SearchedName[] {
  const searched: SearchedName[] = []
  if (reader.hasPersons) searched.push(...preparePersonName(reader, name))
  const words = reader.hasOrganisations ? tokensOf(name, 'organisation') : []
  if (words.length > 0) searched.push(prepareTokens(reader, words, 'organisation'))
  return searched
}

function preparePersonName(reader: IndexReader, name: string): SearchedName[] {
  const own = tokensOf(name, 'person')
  if (own.length === 0) return []
  const asOwn = prepareTokens(reader, own, 'person')
  if (!own.some(({ script }) => script === 'han' || script === 'hangul')) return [asOwn]
  const foreign = tokenise(name, 'foreign').filter(({ latin }) => latin !== '')
  return foreign.length === own.length ? [asOwn] : [asOwn, prepareTokens(reader, foreign, 'person')]
}

function prepareTokens(reader: IndexReader, tokens: NameToken[], realm: Realm): SearchedName {
  const parts = tokens.map((token) => findNeighbours(reader, token, 'ask', realm))
  const joined = tokens.slice(0, -1).map((token, at) => {
    const next = tokens[at + 1] ?? token
    if (realm === 'organisation' && !isJoinedWord(at, token, next)) return noNeighbours
    return findNeighbours(reader, joinTokens(token, next), 'ask-pair', realm)
  })
  return { realm, tokens, parts, joined, weight: parts.reduce((sum, part) => sum + part.weight, 0) }
}

/** Finds the listed names that are closest to a name and have at least the given score. */
export function matchNames(reader: IndexReader, searched: SearchedName, least: number): NameMatch[] {
  const matches: NameMatch[] = []
  for (const name of chooseCandidates(reader, searched)) {
    const links = linkTokens(reader, searched, name)
    const score = nameScore(reader, searched, name, links, least)
    if (score) matches.push({ name, links, score })
  }
  return matches
}

function chooseCandidates(reader: IndexReader, searched: SearchedName): number[] {
  const { index } = reader
  const { sums, last, element, touched } = scratchOf(reader)
  let count = 0
  const add = (neighbours: Neighbours, number: number, weight: number, least: number) => {
    const { tokens, similarities } = neighbours
    for (let at = 0; at < tokens.length; at += 1) {
      const similarity = similarities[at] ?? 0
      if (similarity < least) break
      const token = tokens[at] ?? 0
      const end = index.postingStarts[token + 1] ?? 0
      for (let posting = index.postingStarts[token] ?? 0; posting < end; posting += 1) {
        const name = index.postings[posting] ?? 0
        if (element[name] === -1) {
          touched[count] = name
          count += 1
        }
        if (element[name] !== number) {
          element[name] = number
          last[name] = similarity
          sums[name] = (sums[name] ?? 0) + weight * similarity
        } else if (similarity > (last[name] ?? 0)) {
          sums[name] = (sums[name] ?? 0) + weight * (similarity - (last[name] ?? 0))
          last[name] = similarity
        }
      }
    }
  }
  for (const [at, part] of searched.parts.entries()) {
    // Legal forms do not select candidates, because half of all company names contain a legal form.
    if (part.weight > leastChoosing) add(part, at, part.weight, 0)
  }
  for (const [at, pair] of searched.joined.entries()) {
    const weight = (searched.parts[at]?.weight ?? 0) + (searched.parts[at + 1]?.weight ?? 0)
    add(pair, searched.parts.length + at, weight, leastJoined)
  }

  // Selects the best candidates by a rough score, using a histogram instead of sorting thousands of
  // candidates.
  const counts = new Uint32Array(bins + 1)
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const name = touched[at] ?? 0
    const sum = sums[name] ?? 0
    sums[name] = 0
    element[name] = -1
    const listed = Math.max(0.2, index.nameWeight[name] ?? 1)
    const rough = 0.6 * Math.min(1, sum / searched.weight) + 0.4 * Math.min(1, sum / listed)
    if (rough < leastRough) continue
    const bin = Math.floor(rough * bins)
    counts[bin] = (counts[bin] ?? 0) + 1
    touched[kept] = name
    last[kept] = bin
    kept += 1
  }
  let cut = bins
  for (let sum = counts[bins] ?? 0; cut > 0 && sum < mostCandidates; ) {
    cut -= 1
    sum += counts[cut] ?? 0
  }
  const chosen: number[] = []
  for (let at = 0; at < kept && chosen.length < 2 * mostCandidates; at += 1)
    if ((last[at] ?? 0) >= cut) chosen.push(touched[at] ?? 0)
  return chosen
}

function scratchOf(reader: IndexReader): Scratch {
  const known = scratches.get(reader)
  if (known !== undefined) return known
  const size = reader.nameCount
  const made = {
    sums: new Float32Array(size),
    last: new Float32Array(size),
    element: new Int32Array(size).fill(-1),
    touched: new Uint32Array(size + 1),
  }
  scratches.set(reader, made)
  return made
}
