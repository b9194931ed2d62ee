import type { NameToken } from '../names/tokenise.ts'
import { noPair } from './build-index.ts'
import type { IndexReader } from './index-reader.ts'
import { screeningPolicy } from './screening-policy.ts'
import type { SearchedName } from './searched-name.ts'

/**
 * One or two adjacent parts of the searched name, paired with one or two adjacent parts of the listed name.
 */
export type Link = {
  readonly searched: number
  readonly searchedCount: 1 | 2
  readonly listed: number
  readonly listedCount: 1 | 2
  readonly similarity: number
}

const { initial: initialSimilarity, leastParted } = screeningPolicy.names

/**
 * Factor for the similarity of two searched tokens to two listed tokens that are split at a different
 * position.
 */
const partedElsewhere = 0.995

// `linkTokens` runs for every candidate, so possible links are collected in reusable arrays.
const mostLinks = 1024
const searchedAt = new Uint8Array(mostLinks)
const listedAt = new Uint8Array(mostLinks)
const counts = new Uint8Array(mostLinks)
const similarities = new Float32Array(mostLinks)
const gains = new Float32Array(mostLinks)
let count = 0

/**
 * Pairs tokens one to one, strongest first. Two adjacent tokens can match one token, or two tokens that are
 * split at a different position.
 */
export function linkTokens(reader: IndexReader, searched: SearchedName, name: number): Link[] {
  collect(reader, searched, name)
  const links: Link[] = []
  let searchedUsed = 0
  let listedUsed = 0
  for (;;) {
    let best = -1
    let most = 0
    for (let at = 0; at < count; at += 1) {
      const gain = gains[at] ?? 0
      if (gain > most) {
        most = gain
        best = at
      }
    }
    if (best < 0) return links
    gains[best] = 0
    const searchedCount = (counts[best] ?? 0) & 2 ? 2 : 1
    const listedCount = (counts[best] ?? 0) & 1 ? 2 : 1
    const link: Link = {
      searched: searchedAt[best] ?? 0,
      searchedCount,
      listed: listedAt[best] ?? 0,
      listedCount,
      similarity: similarities[best] ?? 0,
    }
    const searchedMask = (searchedCount === 2 ? 3 : 1) << link.searched
    const listedMask = (listedCount === 2 ? 3 : 1) << link.listed
    if ((searchedUsed & searchedMask) !== 0 || (listedUsed & listedMask) !== 0) continue
    searchedUsed |= searchedMask
    listedUsed |= listedMask
    links.push(link)
  }
}

function add(searched: number, listed: number, twos: number, similarity: number, weight: number): void {
  if (count === mostLinks) return
  searchedAt[count] = searched
  listedAt[count] = listed
  counts[count] = twos
  similarities[count] = similarity
  gains[count] = similarity * weight * (gainShare[twos] ?? 1)
  count += 1
}

const twoSearched = 2
const twoListed = 1

/**
 * Factors for a link's priority, indexed by the number of tokens in the link. Separate matches must take
 * precedence over a joined match, even though a joined match has more weight.
 */
const gainShare = [1, 0.8, 0.8, 0.5]

function collect(reader: IndexReader, searched: SearchedName, name: number): void {
  const { index } = reader
  const isPerson = searched.realm === 'person'
  const start = index.nameStarts[name] ?? 0
  const length = (index.nameStarts[name + 1] ?? 0) - start
  count = 0
  for (let listed = 0; listed < length; listed += 1) {
    const token = index.nameTokens[start + listed] ?? 0
    const tokenWeight = index.tokenWeight[token] ?? 0
    const pair = listed + 1 < length ? (index.namePairs[start + listed] ?? noPair) : noPair
    const nextWeight =
      pair === noPair ? 0 : (index.tokenWeight[index.nameTokens[start + listed + 1] ?? 0] ?? 0)
    for (let at = 0; at < searched.parts.length; at += 1) {
      const part = searched.parts[at]
      if (part === undefined) continue
      const weight = part.weight + tokenWeight
      const single =
        part.similarityOf.get(token) ?? (isPerson ? initialOf(reader, searched.tokens[at], token) : undefined)
      if (single !== undefined) add(at, listed, 0, single, weight)
      // A token with an exact match does not need to be joined.
      if (single === 1) continue
      const listedPair = pair === noPair ? undefined : part.similarityOf.get(pair)
      if (listedPair !== undefined && listedPair >= screeningPolicy.names.leastJoined)
        add(at, listed, twoListed, listedPair, weight + nextWeight)
      const joined = searched.joined[at]
      if (joined === undefined || joined.tokens.length === 0) continue
      const bothWeight = weight + (searched.parts[at + 1]?.weight ?? 0)
      const searchedPair = joined.similarityOf.get(token)
      if (searchedPair !== undefined) add(at, listed, twoSearched, searchedPair, bothWeight)
      const both = pair === noPair ? undefined : joined.similarityOf.get(pair)
      // In Latin script, two tokens that are split at a different position must be spelt alike, because
      // matching by consonants alone would join unrelated names.
      if (both !== undefined && (both >= leastParted || searched.tokens[at]?.native !== ''))
        add(at, listed, twoSearched | twoListed, both * partedElsewhere, bothWeight + nextWeight)
    }
  }
}

function initialOf(reader: IndexReader, searched: NameToken | undefined, token: number): number | undefined {
  if (searched === undefined || searched.native !== '') return undefined
  const { latin, native } = reader.formsOf(token)
  if (native !== '' || (searched.latin.length > 1 && latin.length > 1)) return undefined
  return searched.latin.charCodeAt(0) === latin.charCodeAt(0) ? initialSimilarity : undefined
}
