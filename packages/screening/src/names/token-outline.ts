import { mostEdits } from './compare-token.ts'
import { longest } from './create-distance.ts'
import { hashText } from './hash-text.ts'
import type { TokenForms } from './token-forms.ts'

/**
 * A compact summary of many tokens in flat arrays. The summary lets a search exclude most tokens that share a
 * key with the token being searched for. Without it, reading these tokens' forms and counting edits would
 * take most of the search time.
 */
export type TokenOutlines = {
  readonly rules: Uint8Array
  readonly latin: Texts
  readonly pattern: Texts
  readonly key: Texts
  readonly korean: Texts
}

type Texts = { readonly length: Uint8Array; readonly letters: Uint32Array; readonly hash: Uint32Array }

/**
 * How a token is compared: by all letters, by consonants, or by other rules. Tokens that are compared by
 * other rules are never excluded.
 */
const [byLetters, byConsonants, byOther] = [0, 1, 2]

export function outlineTokens(tokens: readonly TokenForms[]): TokenOutlines {
  const textsOf = (of: (forms: TokenForms) => string): Texts => ({
    length: Uint8Array.from(tokens, (forms) => comparedLength(of(forms))),
    letters: Uint32Array.from(tokens, (forms) => lettersOf(of(forms))),
    hash: Uint32Array.from(tokens, (forms) => hashText('', of(forms))),
  })
  return {
    rules: Uint8Array.from(tokens, rulesOf),
    latin: textsOf(({ latin }) => latin),
    pattern: textsOf(({ pattern }) => pattern),
    key: textsOf(({ key }) => key),
    korean: textsOf(({ korean }) => korean),
  }
}

function rulesOf({ script }: TokenForms): number {
  if (script === 'arabic') return byConsonants
  return script === 'hebrew' || script === 'kana' || script === 'han' || script === 'hangul'
    ? byOther
    : byLetters
}

const comparedLength = (text: string) => Math.min(longest, text.length)

/**
 * Returns a bit mask of the letters. Several letters can share a bit, in which case the mask excludes fewer
 * tokens but never a similar token.
 */
function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < comparedLength(text); at += 1) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters >>> 0
}

/**
 * The highest similarity threshold that a match by key, by pattern or without vowels can meet. If a higher
 * similarity is required, the letters must be similar enough.
 */
const [mostByKey, mostByPattern, mostUnvoweled] = [0.75, 0.825, 0.68]
/** Bonus for an equal first letter. */
const sameStart = 0.04

/**
 * Returns false only if `compareToken` would return less than `least`, which must be at least 0.6. An edit
 * removes at most one letter and adds at most one. Therefore, the number of letters that occur in only one of
 * the tokens gives a lower bound for the number of edits.
 */
export function likenessBound(
  token: TokenForms,
  { rules, latin, pattern, key, korean }: TokenOutlines,
  least: number,
): (listed: number) => boolean {
  // A token in a non-Latin script is compared with tokens in the same script, which have no summary.
  if (token.native !== '' || rulesOf(token) !== byLetters) return () => true
  const ownLength = comparedLength(token.latin)
  const isSameKey = sameAs(token.key, key)
  const isSamePattern = sameAs(token.pattern, pattern)
  const isSameKorean = token.korean === '' ? never : sameAs(token.korean, korean)
  const isLatinWithin = withinEdits(token.latin, latin)
  const isPatternWithin =
    least < mostByPattern && token.pattern.length > 4 ? withinEdits(token.pattern, pattern) : never
  const isKeyWithin = least <= mostUnvoweled && token.key.length > 3 ? withinEdits(token.key, key) : never
  const editsOf = (length: number) =>
    least <= mostByKey
      ? mostEdits(length)
      : Math.min(mostEdits(length), Math.floor((1 + sameStart - least) * length + 1e-9))
  return (listed) =>
    rules[listed] === byOther ||
    isSameKey(listed) ||
    isSamePattern(listed) ||
    isLatinWithin(listed, editsOf(Math.max(ownLength, latin.length[listed] ?? 0))) ||
    isPatternWithin(listed, 1) ||
    (rules[listed] === byConsonants && isKeyWithin(listed, 1)) ||
    isSameKorean(listed)
}

const never = () => false

/**
 * Returns a function that checks by hash whether a listed text equals the given one. A collision only causes
 * one additional comparison.
 */
function sameAs(text: string, { hash }: Texts): (listed: number) => boolean {
  const own = hashText('', text)
  return (listed) => hash[listed] === own
}

/** Returns a function that checks whether a listed text could be within the given number of edits. */
function withinEdits(text: string, { length, letters }: Texts): (listed: number, edits: number) => boolean {
  const ownLength = comparedLength(text)
  const ownLetters = lettersOf(text)
  return (listed, edits) =>
    Math.abs(ownLength - (length[listed] ?? 0)) <= edits &&
    countBits(ownLetters ^ (letters[listed] ?? 0)) <= 2 * edits
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555)
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
