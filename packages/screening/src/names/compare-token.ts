import { createLazyDistance, type Distance } from './create-distance.ts'
import type { TokenForms } from './token-forms.ts'
import type { Script } from './tokenise.ts'

/**
 * Returns a function that calculates a token's similarity to other tokens, from 0 to 1. Equal tokens have a
 * similarity of 1, and different spellings of the same name usually have a similarity of more than 0.9.
 */
export function compareToken(a: TokenForms): (b: TokenForms) => number {
  const letters = lettersOf(a.latin)
  const natives = a.native === '' ? () => 0 : lettersOf(a.native)
  const patterns = createLazyDistance(a.pattern)
  const keys = createLazyDistance(a.key)
  const loose = createLazyDistance(a.loose)

  return (b) => {
    if (a.native !== '' && a.script === b.script) return nativeSimilarity(a, b, natives)
    if (isSyllabic(a.script) || isSyllabic(b.script)) return syllabicSimilarity(a, b, letters, loose)
    const sameKey = a.key === b.key
    // The tokens are not similar, because their consonants differ and their lengths differ too much.
    if (!sameKey && Math.abs(a.latin.length - b.latin.length) > 3) return 0
    let best = letters(b.latin)
    if (a.pattern === b.pattern) {
      // In a short name, such as Ali or Ela, vowels make up half or more of the letters, so equal consonants
      // prove little.
      if (a.pattern.length > 3) best = Math.max(best, 0.9 + 0.08 * best)
      else if (a.pattern.length === 3) best = Math.max(best, 0.78 + 0.12 * best)
    } else if (a.pattern.length > 4 && b.pattern.length > 4 && patterns(b.pattern, 1) <= 1)
      best = Math.max(best, 0.66 + 0.2 * best)
    best = Math.max(best, keySimilarity(a, b, keys, best))
    if (a.script === 'hebrew' || b.script === 'hebrew')
      best = Math.max(best, looseSimilarity(a.loose, b.loose, loose))
    return a.korean !== '' && a.korean === b.korean ? Math.max(best, 0.8) : best
  }
}

/** Returns the maximum number of differing letters for tokens of this length. */
export const mostEdits = (length: number) => (length >= 9 ? 3 : length >= 6 ? 2 : 1)

/**
 * Compares letters only. Short tokens must be more similar, because a single different letter in a
 * three-letter name makes it a different name.
 */
function lettersOf(text: string): (other: string) => number {
  const distanceTo = createLazyDistance(text)
  const first = text.charCodeAt(0)
  return (other) => {
    if (text === other) return 1
    const longer = Math.max(text.length, other.length)
    const limit = mostEdits(longer)
    const distance = distanceTo(other, limit)
    if (distance > limit) return 0
    // People rarely misspell the beginning of a name.
    const start = first === other.charCodeAt(0) ? 0.04 : 0
    return Math.min(0.97, 1 - distance / longer + start)
  }
}

/**
 * Compares consonants only. If one of the tokens has no vowels, equal consonants are the best possible match.
 */
function keySimilarity(a: TokenForms, b: TokenForms, distanceTo: Distance, letters: number): number {
  const shorter = Math.min(a.key.length, b.key.length)
  const voweled = isVoweled(a.script) && isVoweled(b.script)
  if (a.key === b.key) {
    if (!voweled) return shorter >= 3 ? 0.93 : shorter === 2 ? 0.82 : 0.5
    return shorter >= 4 ? 0.82 + 0.1 * letters : shorter === 3 ? 0.74 + 0.14 * letters : 0
  }
  if (shorter < 4 || distanceTo(b.key, 1) > 1) return 0
  return voweled ? 0.5 + 0.25 * letters : 0.68
}

/**
 * Compares Chinese characters, Hangul or kana with an alphabetic script. For a single syllable, all letters
 * are compared. A longer run of characters spells out a foreign word, in which only the consonants are
 * reliable.
 */
function syllabicSimilarity(
  a: TokenForms,
  b: TokenForms,
  letters: (other: string) => number,
  distanceTo: Distance,
): number {
  if (a.latin === b.latin) return 0.97
  if (a.korean !== '' && a.korean === b.korean) return 0.92
  const isForeign =
    a.script === 'kana' || b.script === 'kana' || Math.max(a.native.length, b.native.length) > 2
  if (!isForeign) return letters(b.latin) >= 0.87 ? 0.7 : 0
  return Math.max(looseSimilarity(a.loose, b.loose, distanceTo), letters(b.latin) - 0.05)
}

function looseSimilarity(a: string, b: string, distanceTo: Distance): number {
  const shorter = Math.min(a.length, b.length)
  if (shorter < 2) return 0
  if (a === b) return shorter >= 4 ? 0.88 : shorter === 3 ? 0.84 : 0.7
  return shorter >= 4 && distanceTo(b, 1) <= 1 ? 0.68 : 0
}

function nativeSimilarity(a: TokenForms, b: TokenForms, letters: (other: string) => number): number {
  if (a.native === b.native) return 1
  if (a.script === 'han') {
    if (a.latin !== b.latin) return 0
    // Different characters with the same sound are either another spelling of a foreign name or a different
    // name.
    return [...a.native].some((character) => b.native.includes(character)) ? 0.75 : 0.6
  }
  if (a.script === 'hangul') return a.korean === b.korean && a.korean !== '' ? 0.8 : 0
  if (a.latin === b.latin) return 0.97
  return Math.max(letters(b.native), a.key === b.key && a.key.length > 2 ? 0.88 : 0)
}

const isVoweled = (script: Script) => script !== 'arabic' && script !== 'hebrew'
const isSyllabic = (script: Script) => script === 'kana' || script === 'han' || script === 'hangul'
