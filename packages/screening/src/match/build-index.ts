import { OperatorError } from '@touchstone/common'
import { type EntryKind, entryKinds, type ListEntry } from '../lists/list-entry.ts'
import { canonicalToken } from '../names/canonical-token.ts'
import { hashText } from '../names/hash-text.ts'
import { honorifics } from '../names/honorifics.ts'
import { nicknamesOf } from '../names/nicknames.ts'
import { splitScripts } from '../names/split-scripts.ts'
import { type TokenForms, tokenForms } from '../names/token-forms.ts'
import { type Realm, tokenKeys } from '../names/token-keys.ts'
import { type NameToken, scripts, tokenise } from '../names/tokenise.ts'
import { tokeniseOrganisation, wordClassOf } from '../names/tokenise-organisation.ts'
import { documentKey } from './document-key.ts'
import type { IndexedList, ScreeningIndex } from './screening-index.ts'
import { screeningPolicy } from './screening-policy.ts'

export type IndexSource = IndexedList & { readonly entries: Iterable<ListEntry> }

const { honorificWeight, initialWeight, leastWeight, commonName } = screeningPolicy.names
const mostNameNumbers = 65_535

/**
 * Builds the index of several lists. Takes about a second of CPU time, so run it in a worker. By default, the
 * index contains only persons and parties of unknown kind, not companies, ships or aircraft.
 */
export function buildIndex(
  sources: readonly IndexSource[],
  options: { kinds?: readonly EntryKind[] } = {},
): ScreeningIndex {
  const kinds = new Set(options.kinds ?? (['person', 'unknown'] as const))
  const tokens = new Map<string, number>()
  const forms: TokenForms[] = []
  const isPair: number[] = []
  const isOrganisation: number[] = []
  const nameStarts = [0]
  const nameTokens: number[] = []
  const namePairs: number[] = []
  const nameEntry: number[] = []
  const nameNumber: number[] = []
  const nameIsWeak: number[] = []
  const entryList: number[] = []
  const entryKind: number[] = []
  const entryStarts = [0]
  const bodies: Buffer[] = []
  const documents: number[] = []
  const documentOwners: number[] = []
  let bodyBytes = 0

  const intern = (token: NameToken, pair: boolean, realm: Realm): number => {
    const text = `${realm === 'person' ? '' : '='}${pair ? '+' : ''}${token.latin}|${token.native}`
    const known = tokens.get(text)
    if (known !== undefined) return known
    const id = forms.length
    tokens.set(text, id)
    forms.push(tokenForms(token))
    isPair.push(pair ? 1 : 0)
    isOrganisation.push(realm === 'person' ? 0 : 1)
    return id
  }

  const addName = (text: string, entry: number, number: number, isWeak: boolean, realm: Realm) => {
    const parts = tokensOf(text, realm)
    if (parts.length === 0) return
    for (const [at, part] of parts.entries()) {
      nameTokens.push(intern(part, false, realm))
      const next = parts[at + 1]
      // Adjacent parts are also indexed as one word, because a search for "Abdulrahman" must find a listed
      // "Abdul Rahman". For companies, only words at the start are joined.
      const isJoined = next !== undefined && (realm === 'person' || isJoinedWord(at, part, next))
      namePairs.push(isJoined ? intern(joinTokens(part, next), true, realm) : noPair)
    }
    nameStarts.push(nameTokens.length)
    nameEntry.push(entry)
    nameNumber.push(number)
    nameIsWeak.push(isWeak ? 1 : 0)
  }

  for (const [list, source] of sources.entries()) {
    for (const entry of source.entries) {
      if (!kinds.has(entry.kind)) continue
      const id = entryList.length
      entryList.push(list)
      entryKind.push(entryKinds.indexOf(entry.kind))
      const body = Buffer.from(JSON.stringify(entry))
      bodies.push(body)
      bodyBytes += body.length
      entryStarts.push(bodyBytes)
      const realm = realmOf(entry.kind)
      for (const [number, { text, quality }] of entry.names.entries())
        for (const each of number < mostNameNumbers ? splitScripts(text) : [])
          addName(each, id, number, quality === 'weak', realm)
      for (const { number } of entry.documents) {
        const key = documentKey(number)
        if (key === undefined) continue
        documents.push(hashText('d', key))
        documentOwners.push(id)
      }
    }
  }

  const tokenWeight = weighTokens({
    forms,
    isPair,
    isOrganisation,
    nameTokens,
    nameStarts,
    nameEntry,
    entryKind,
  })
  const nameWeight = new Float32Array(nameEntry.length)
  for (let name = 0; name < nameEntry.length; name += 1) {
    let sum = 0
    for (let at = nameStarts[name] ?? 0; at < (nameStarts[name + 1] ?? 0); at += 1)
      sum += tokenWeight[nameTokens[at] ?? 0] ?? 0
    nameWeight[name] = sum
  }
  const keys = sortKeys(forms, isPair, isOrganisation)
  const posted = postNames(forms.length, nameStarts, nameTokens, namePairs)
  const order = documents.map((_, at) => at).sort((a, b) => (documents[a] ?? 0) - (documents[b] ?? 0))
  return {
    policyVersion: screeningPolicy.version,
    lists: sources.map(({ list, version, publishedAt }) => ({ list, version, publishedAt })),
    tokenTexts: {
      latin: forms.map(({ latin }) => latin).join('\n'),
      native: forms.map(({ native }) => native).join('\n'),
      pattern: forms.map(({ pattern }) => pattern).join('\n'),
      key: forms.map(({ key }) => key).join('\n'),
      loose: forms.map(({ loose }) => loose).join('\n'),
      korean: forms.map(({ korean }) => korean).join('\n'),
    },
    tokenScript: Uint8Array.from(forms, ({ script }) => scripts.indexOf(script)),
    tokenIsPair: Uint8Array.from(isPair),
    tokenIsOrganisation: Uint8Array.from(isOrganisation),
    tokenWeight,
    ...keys,
    ...posted,
    nameStarts: Uint32Array.from(nameStarts),
    nameTokens: Uint32Array.from(nameTokens),
    namePairs: Uint32Array.from(namePairs),
    nameEntry: Uint32Array.from(nameEntry),
    nameNumber: Uint16Array.from(nameNumber),
    nameIsWeak: Uint8Array.from(nameIsWeak),
    nameWeight,
    entryList: Uint16Array.from(entryList),
    entryKind: Uint8Array.from(entryKind),
    entryStarts: Uint32Array.from(entryStarts),
    entryBodies: new Uint8Array(Buffer.concat(bodies)),
    documentHashes: Uint32Array.from(order, (at) => documents[at] ?? 0),
    documentEntries: Uint32Array.from(order, (at) => documentOwners[at] ?? 0),
  }
}

const realmOf = (kind: EntryKind): Realm =>
  kind === 'person' || kind === 'unknown' ? 'person' : 'organisation'

export function tokensOf(text: string, realm: Realm): NameToken[] {
  return realm === 'organisation'
    ? tokeniseOrganisation(text)
    : tokenise(text).filter(({ latin }) => latin !== '')
}

const mostJoined = 3

/** Returns whether a word can be joined with the next word. Numbers and legal forms cannot be joined. */
export function isJoinedWord(at: number, part: NameToken, next: NameToken): boolean {
  return at < mostJoined && isWord(part) && isWord(next)
}

const isWord = ({ latin }: NameToken) => {
  const kind = wordClassOf(latin)
  return kind === 'name' || kind === 'generic'
}

export const noPair = 0xffff_ffff

/** Joins two adjacent tokens into one. */
export function joinTokens(a: NameToken, b: NameToken): NameToken {
  const native = a.native !== '' && b.native !== '' && a.script === b.script ? a.native + b.native : ''
  return {
    latin: canonicalToken(a.latin + b.latin).slice(0, 40),
    native,
    script: a.script === b.script ? a.script : 'other',
  }
}

/**
 * Calculates the weights of name parts. A part's weight is higher if fewer listed persons have one of its
 * spellings.
 */
function weighTokens(built: {
  forms: readonly TokenForms[]
  isPair: readonly number[]
  isOrganisation: readonly number[]
  nameTokens: readonly number[]
  nameStarts: readonly number[]
  nameEntry: readonly number[]
  entryKind: readonly number[]
}): Float32Array {
  const { forms, isPair, isOrganisation, nameTokens, nameStarts, nameEntry, entryKind } = built
  const person = entryKinds.indexOf('person')
  const unknown = entryKinds.indexOf('unknown')
  const bearers = new Map<string, number>()
  const lastEntry = new Map<string, number>()
  let persons = 0
  let organisations = 0
  for (const kind of entryKind) {
    if (kind === person) persons += 1
    else if (kind !== unknown) organisations += 1
  }
  for (let name = 0; name < nameEntry.length; name += 1) {
    const entry = nameEntry[name] ?? 0
    const kind = entryKind[entry]
    if (kind === unknown) continue
    const realm = kind === person ? 'p' : 'o'
    for (let at = nameStarts[name] ?? 0; at < (nameStarts[name + 1] ?? 0); at += 1) {
      const pattern = realm + (forms[nameTokens[at] ?? 0]?.pattern ?? '')
      if (lastEntry.get(pattern) === entry) continue
      lastEntry.set(pattern, entry)
      bearers.set(pattern, (bearers.get(pattern) ?? 0) + 1)
    }
  }
  const weights = new Float32Array(forms.length)
  const rarityOf = (count: number, all: number) => Math.log((all + 2) / (count + 1)) / Math.log(all + 2)
  for (const [id, { pattern, latin }] of forms.entries()) {
    if (isPair[id] === 1) continue
    if (isOrganisation[id] === 1) {
      const rarity = rarityOf(bearers.get(`o${pattern}`) ?? 0, organisations)
      const kind = wordClassOf(latin)
      const least = kind === 'form' ? 1 : screeningPolicy.organisations.leastWeight
      weights[id] = Math.max(least, rarity) * screeningPolicy.organisations.wordWeights[kind]
      continue
    }
    const rarity = rarityOf(bearers.get(`p${pattern}`) ?? 0, persons)
    const said = latin.length === 1 ? initialWeight : honorifics.has(latin) ? honorificWeight : 1
    // Reduces the weight of names that are common worldwide but rare on the lists.
    const common = nicknamesOf(latin).size > 0 ? commonName : 1
    weights[id] = Math.max(leastWeight, rarity) * said * common
  }
  return weights
}

function sortKeys(
  forms: readonly TokenForms[],
  isPair: readonly number[],
  isOrganisation: readonly number[],
) {
  const pairs: number[] = []
  // Maximum number of tokens: a hash and a token index share the 53 bits of a safe integer.
  const step = 2 ** 21
  if (forms.length > step) throw tooManyNames()
  for (const [id, form] of forms.entries()) {
    const realm = isOrganisation[id] === 1 ? 'organisation' : 'person'
    for (const key of tokenKeys(form, isPair[id] === 1 ? 'keep-pair' : 'keep', realm))
      pairs.push(key * step + id)
  }
  const sorted = Float64Array.from(pairs).sort()
  const keyHashes = new Uint32Array(sorted.length)
  const keyTokens = new Uint32Array(sorted.length)
  const keyStarts = new Uint32Array(65_537)
  let count = 0
  let last = -1
  for (const value of sorted) {
    if (value === last) continue
    last = value
    const hash = Math.floor(value / step)
    keyHashes[count] = hash
    keyTokens[count] = value - hash * step
    count += 1
    keyStarts[(hash >>> 16) + 1] = count
  }
  for (let at = 1; at < keyStarts.length; at += 1)
    keyStarts[at] = Math.max(keyStarts[at] ?? 0, keyStarts[at - 1] ?? 0)
  return { keyHashes: keyHashes.slice(0, count), keyTokens: keyTokens.slice(0, count), keyStarts }
}

function tooManyNames(): OperatorError {
  return new OperatorError({
    code: 'screening.too-many-names',
    message: 'The lists have more distinct name parts than an index can hold.',
    remedy: 'Screen against fewer lists at once.',
  })
}

function postNames(
  tokenCount: number,
  nameStarts: readonly number[],
  nameTokens: readonly number[],
  namePairs: readonly number[],
) {
  const postingStarts = new Uint32Array(tokenCount + 1)
  const count = (token: number) => {
    postingStarts[token + 1] = (postingStarts[token + 1] ?? 0) + 1
  }
  for (let at = 0; at < nameTokens.length; at += 1) {
    count(nameTokens[at] ?? 0)
    if (namePairs[at] !== noPair) count(namePairs[at] ?? 0)
  }
  for (let token = 0; token < tokenCount; token += 1)
    postingStarts[token + 1] = (postingStarts[token + 1] ?? 0) + (postingStarts[token] ?? 0)
  const next = postingStarts.slice()
  const postings = new Uint32Array(postingStarts[tokenCount] ?? 0)
  const post = (token: number, name: number) => {
    const at = next[token] ?? 0
    postings[at] = name
    next[token] = at + 1
  }
  for (let name = 0; name + 1 < nameStarts.length; name += 1) {
    for (let at = nameStarts[name] ?? 0; at < (nameStarts[name + 1] ?? 0); at += 1) {
      post(nameTokens[at] ?? 0, name)
      if (namePairs[at] !== noPair) post(namePairs[at] ?? 0, name)
    }
  }
  return { postingStarts, postings }
}
