import { hashText } from '../names/hash-text.ts'
import { nicknamesOf } from '../names/nicknames.ts'
import { tokenForms } from '../names/token-forms.ts'
import { tokenKeys } from '../names/token-keys.ts'
import { tokenSimilarity } from '../names/token-similarity.ts'
import type { NameToken } from '../names/tokenise.ts'
import type { IndexReader } from './index-reader.ts'
import { screeningPolicy } from './screening-policy.ts'

/** The listed tokens that a token may stand for, the closest first. */
export type Neighbours = {
  readonly tokens: Uint32Array
  readonly similarities: Float32Array
  readonly similarityOf: ReadonlyMap<number, number>
  /** How much the token says about who bears it: 1 for one that nobody on the lists has. */
  readonly weight: number
}

const { leastSimilarity, nickname, honorificWeight, leastWeight } = screeningPolicy.names
const mostRemembered = 20_000
const memories = new WeakMap<IndexReader, Map<string, Neighbours>>()

/** Names repeat: what was worked out for a token is remembered, up to a limit. */
export function findNeighbours(reader: IndexReader, token: NameToken): Neighbours {
  let memory = memories.get(reader)
  if (memory === undefined) {
    memory = new Map()
    memories.set(reader, memory)
  }
  const text = `${token.latin}|${token.native}`
  const known = memory.get(text)
  if (known !== undefined) return known
  const found = search(reader, token)
  if (memory.size >= mostRemembered) memory.clear()
  memory.set(text, found)
  return found
}

function search(reader: IndexReader, token: NameToken): Neighbours {
  const { index } = reader
  const forms = tokenForms(token)
  const similarityOf = new Map<number, number>()
  const seen = new Set<number>()
  let weight = -1
  for (const key of tokenKeys(forms, 'ask')) {
    reader.forTokens(key, (other) => {
      if (seen.has(other)) return
      seen.add(other)
      const otherForms = reader.formsOf(other)
      const similarity = tokenSimilarity(forms, otherForms)
      if (similarity >= leastSimilarity) similarityOf.set(other, similarity)
      if (otherForms.pattern === forms.pattern && index.tokenIsPair[other] === 0)
        weight = Math.max(weight, index.tokenWeight[other] ?? 0)
    })
  }
  for (const other of nicknamesOf(token.latin)) {
    reader.forTokens(hashText('r', other), (listed) => {
      if (reader.formsOf(listed).latin === other)
        similarityOf.set(listed, Math.max(nickname, similarityOf.get(listed) ?? 0))
    })
  }
  const sorted = [...similarityOf].sort((a, b) => b[1] - a[1])
  return {
    tokens: Uint32Array.from(sorted, ([other]) => other),
    similarities: Float32Array.from(sorted, ([, similarity]) => similarity),
    similarityOf,
    weight: weight < 0 ? unknownWeight(token) : weight,
  }
}

function unknownWeight({ latin }: NameToken): number {
  return latin.length === 1 ? Math.max(leastWeight, honorificWeight) : 1
}
