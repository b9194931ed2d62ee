import { compareToken } from '../names/compare-token.ts'
import { hashText } from '../names/hash-text.ts'
import { honorifics } from '../names/honorifics.ts'
import { nicknamesOf } from '../names/nicknames.ts'
import { romaniseArabic } from '../names/romanise-arabic.ts'
import { romaniseHanOlder } from '../names/romanise-han.ts'
import { tokenForms } from '../names/token-forms.ts'
import { type Realm, tokenKeys } from '../names/token-keys.ts'
import { likenessBound } from '../names/token-outline.ts'
import type { NameToken } from '../names/tokenise.ts'
import { wordClassOf } from '../names/tokenise-organisation.ts'
import type { IndexReader } from './index-reader.ts'
import { screeningPolicy } from './screening-policy.ts'

/** The listed tokens that are similar to a token, closest first. */
export type Neighbours = {
  readonly tokens: Uint32Array
  readonly similarities: Float32Array
  readonly similarityOf: ReadonlyMap<number, number>
  /**
   * The token's weight: 1 if no listed name contains the token; otherwise, the more common the token, the
   * lower the weight.
   */
  readonly weight: number
}

export const noNeighbours: Neighbours = {
  tokens: new Uint32Array(0),
  similarities: new Float32Array(0),
  similarityOf: new Map(),
  weight: 0,
}

const { leastSimilarity, leastJoined, nickname, honorificWeight, initialWeight, commonName } =
  screeningPolicy.names
const { wordWeights, leastSimilarity: leastWordSimilarity } = screeningPolicy.organisations
const mostRemembered = 20_000
const memories = new WeakMap<IndexReader, Map<string, Neighbours>>()

/**
 * Finds the listed tokens that are similar to a token. Caches a limited number of results, because the same
 * name parts are searched repeatedly.
 */
export function findNeighbours(
  reader: IndexReader,
  token: NameToken,
  use: 'ask' | 'ask-pair',
  realm: Realm,
): Neighbours {
  let memory = memories.get(reader)
  if (memory === undefined) {
    memory = new Map()
    memories.set(reader, memory)
  }
  const text = `${realm}|${use}|${token.latin}|${token.native}`
  const known = memory.get(text)
  if (known !== undefined) return known
  const found = search(reader, token, use, realm)
  if (memory.size >= mostRemembered) memory.clear()
  memory.set(text, found)
  return found
}

function search(reader: IndexReader, token: NameToken, use: 'ask' | 'ask-pair', realm: Realm): Neighbours {
  const similarityOf = new Map<number, number>()
  let weight = gather(reader, token, { use, realm }, similarityOf)
  const other = otherReading(token)
  if (other !== undefined) weight = Math.max(weight, gather(reader, other, { use, realm }, similarityOf))
  for (const name of realm === 'person' ? nicknamesOf(token.latin) : []) {
    reader.forTokens(hashText('r', name), (listed) => {
      if (reader.formsOf(listed).latin === name)
        similarityOf.set(listed, Math.max(nickname, similarityOf.get(listed) ?? 0))
    })
  }
  const sorted = [...similarityOf].sort((a, b) => b[1] - a[1])
  return {
    tokens: Uint32Array.from(sorted, ([other]) => other),
    similarities: Float32Array.from(sorted, ([, similarity]) => similarity),
    similarityOf,
    weight: weight < 0 ? unknownWeight(token, realm) : weight,
  }
}

/**
 * Collects the listed tokens that are similar to a token. Returns the token's weight, or -1 if no listed name
 * contains the token.
 */
function gather(
  reader: IndexReader,
  token: NameToken,
  how: { readonly use: 'ask' | 'ask-pair'; readonly realm: Realm },
  similarityOf: Map<number, number>,
): number {
  const alone = how.realm === 'person' ? leastSimilarity : leastWordSimilarity
  const least = how.use === 'ask' ? alone : leastJoined
  const { index } = reader
  const forms = tokenForms(token)
  const similarityTo = compareToken(forms)
  const mayBeLike = likenessBound(forms, reader.outlines, least)
  const search = reader.nextSearch()
  let weight = -1
  for (const key of tokenKeys(forms, how.use, how.realm)) {
    reader.forTokens(key, (listed) => {
      if (!reader.mark(listed, search) || !mayBeLike(listed)) return
      const listedForms = reader.formsOf(listed)
      const similarity = similarityTo(listedForms)
      if (similarity >= least && similarity > (similarityOf.get(listed) ?? 0))
        similarityOf.set(listed, similarity)
      if (listedForms.pattern === forms.pattern && index.tokenIsPair[listed] === 0)
        weight = Math.max(weight, index.tokenWeight[listed] ?? 0)
    })
  }
  return weight
}

function unknownWeight({ latin }: NameToken, realm: Realm): number {
  if (realm === 'organisation') return wordWeights[wordClassOf(latin)]
  if (latin.length === 1) return initialWeight
  if (honorifics.has(latin)) return honorificWeight
  return nicknamesOf(latin).size > 0 ? commonName : 1
}

/**
 * Returns a token's alternative reading: for Arabic script, as an eastern language; for Chinese, in the older
 * romanisation.
 */
function otherReading(token: NameToken): NameToken | undefined {
  if (token.native === '') return undefined
  const latin =
    token.script === 'arabic'
      ? romaniseArabic(token.native, 'eastern')
      : token.script === 'han' && token.native.length <= 4
        ? romaniseHanOlder(token.native)
        : token.latin
  return latin === token.latin || latin === '' ? undefined : { ...token, latin }
}
