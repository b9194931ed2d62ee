import type { NameToken } from '../names/tokenise.ts'
import type { AskedName } from './asked-name.ts'
import { noPair } from './build-index.ts'
import type { IndexReader } from './index-reader.ts'
import { screeningPolicy } from './screening-policy.ts'

/** A part of the asked name, or two neighbours, that is taken for a part of the listed one, or two neighbours. */
export type Link = {
  readonly asked: number
  readonly askedCount: 1 | 2
  readonly listed: number
  readonly listedCount: 1 | 2
  readonly similarity: number
}

const { initial: initialSimilarity, leastParted } = screeningPolicy.names

/** Two that part elsewhere than the listed two are a little less than the same. */
const partedElsewhere = 0.995

// This runs for every candidate: what may be linked lies in arrays that are used again.
const mostLinks = 1024
const askedAt = new Uint8Array(mostLinks)
const listedAt = new Uint8Array(mostLinks)
const counts = new Uint8Array(mostLinks)
const similarities = new Float32Array(mostLinks)
const gains = new Float32Array(mostLinks)
let count = 0

/** Pairs tokens one to one, the strongest first; two neighbours may stand for one, or for two that part elsewhere. */
export function linkTokens(reader: IndexReader, asked: AskedName, name: number): Link[] {
  collect(reader, asked, name)
  const links: Link[] = []
  let askedUsed = 0
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
    const askedCount = (counts[best] ?? 0) & 2 ? 2 : 1
    const listedCount = (counts[best] ?? 0) & 1 ? 2 : 1
    const link: Link = {
      asked: askedAt[best] ?? 0,
      askedCount,
      listed: listedAt[best] ?? 0,
      listedCount,
      similarity: similarities[best] ?? 0,
    }
    const askedMask = (askedCount === 2 ? 3 : 1) << link.asked
    const listedMask = (listedCount === 2 ? 3 : 1) << link.listed
    if ((askedUsed & askedMask) !== 0 || (listedUsed & listedMask) !== 0) continue
    askedUsed |= askedMask
    listedUsed |= listedMask
    links.push(link)
  }
}

function add(asked: number, listed: number, twos: number, similarity: number, weight: number): void {
  if (count === mostLinks) return
  askedAt[count] = asked
  listedAt[count] = listed
  counts[count] = twos
  similarities[count] = similarity
  gains[count] = similarity * weight * (gainShare[twos] ?? 1)
  count += 1
}

const twoAsked = 2
const twoListed = 1

/**
 * By how many tokens a link takes up: what is the same one by one must win against what is the same only joined, though
 * the joined one weighs more.
 */
const gainShare = [1, 0.8, 0.8, 0.5]

function collect(reader: IndexReader, asked: AskedName, name: number): void {
  const { index } = reader
  const isPerson = asked.realm === 'person'
  const start = index.nameStarts[name] ?? 0
  const length = (index.nameStarts[name + 1] ?? 0) - start
  count = 0
  for (let listed = 0; listed < length; listed += 1) {
    const token = index.nameTokens[start + listed] ?? 0
    const tokenWeight = index.tokenWeight[token] ?? 0
    const pair = listed + 1 < length ? (index.namePairs[start + listed] ?? noPair) : noPair
    const nextWeight =
      pair === noPair ? 0 : (index.tokenWeight[index.nameTokens[start + listed + 1] ?? 0] ?? 0)
    for (let at = 0; at < asked.parts.length; at += 1) {
      const part = asked.parts[at]
      if (part === undefined) continue
      const weight = part.weight + tokenWeight
      const single =
        part.similarityOf.get(token) ?? (isPerson ? initialOf(reader, asked.tokens[at], token) : undefined)
      if (single !== undefined) add(at, listed, 0, single, weight)
      // What is the same by itself needs no neighbour.
      if (single === 1) continue
      const listedPair = pair === noPair ? undefined : part.similarityOf.get(pair)
      if (listedPair !== undefined && listedPair >= screeningPolicy.names.leastJoined)
        add(at, listed, twoListed, listedPair, weight + nextWeight)
      const joined = asked.joined[at]
      if (joined === undefined || joined.tokens.length === 0) continue
      const bothWeight = weight + (asked.parts[at + 1]?.weight ?? 0)
      const askedPair = joined.similarityOf.get(token)
      if (askedPair !== undefined) add(at, listed, twoAsked, askedPair, bothWeight)
      const both = pair === noPair ? undefined : joined.similarityOf.get(pair)
      // In Latin letters two that are parted elsewhere are still spelt alike: consonants alone join strangers.
      if (both !== undefined && (both >= leastParted || asked.tokens[at]?.native !== ''))
        add(at, listed, twoAsked | twoListed, both * partedElsewhere, bothWeight + nextWeight)
    }
  }
}

function initialOf(reader: IndexReader, asked: NameToken | undefined, token: number): number | undefined {
  if (asked === undefined || asked.native !== '') return undefined
  const { latin, native } = reader.formsOf(token)
  if (native !== '' || (asked.latin.length > 1 && latin.length > 1)) return undefined
  return asked.latin.charCodeAt(0) === latin.charCodeAt(0) ? initialSimilarity : undefined
}
