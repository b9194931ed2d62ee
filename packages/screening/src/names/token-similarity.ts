import { editDistance } from './edit-distance.ts'
import type { TokenForms } from './token-forms.ts'
import type { Script } from './tokenise.ts'

/** How alike two tokens are, from 0 to 1. The constants are part of the policy: see `screeningPolicy.tokens`. */
export function tokenSimilarity(a: TokenForms, b: TokenForms): number {
  if (a.native !== '' && a.script === b.script) return nativeSimilarity(a, b)
  const voweled = isVoweled(a.script) && isVoweled(b.script)
  let best = latinSimilarity(a.latin, b.latin)
  if (a.pattern === b.pattern && a.pattern.length > 2) best = Math.max(best, 0.9 + 0.08 * best)
  else if (a.pattern.length > 4 && b.pattern.length > 4 && editDistance(a.pattern, b.pattern, 1) <= 1)
    best = Math.max(best, 0.66 + 0.2 * best)
  best = Math.max(best, keySimilarity(a.key, b.key, voweled, best))
  if (a.korean !== '' && a.korean === b.korean) {
    const sure = a.script === 'hangul' || b.script === 'hangul'
    best = Math.max(best, sure ? 0.92 : 0.8)
  }
  if (isSyllabic(a.script) !== isSyllabic(b.script)) best = Math.max(best, looseSimilarity(a.loose, b.loose))
  return best
}

/** Letters alone. Short tokens must be closer: one letter of three is another name. */
function latinSimilarity(a: string, b: string): number {
  if (a === b) return 1
  const longer = Math.max(a.length, b.length)
  const limit = longer >= 9 ? 3 : longer >= 6 ? 2 : 1
  const distance = editDistance(a, b, limit)
  if (distance > limit) return 0
  const share = 1 - distance / longer
  // The beginning of a name is seldom wrong.
  const start = a.charCodeAt(0) === b.charCodeAt(0) ? 0.04 : 0
  return Math.min(0.97, share + start)
}

function keySimilarity(a: string, b: string, voweled: boolean, letters: number): number {
  const shorter = Math.min(a.length, b.length)
  if (a === b) {
    if (!voweled) return shorter >= 3 ? 0.93 : shorter === 2 ? 0.82 : 0.5
    return shorter >= 4 ? 0.82 + 0.1 * letters : shorter === 3 ? 0.74 + 0.14 * letters : 0
  }
  if (shorter < 4 || editDistance(a, b, 1) > 1) return 0
  return voweled ? 0.5 + 0.25 * letters : 0.68
}

function looseSimilarity(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  if (shorter < 2) return 0
  if (a === b) return shorter >= 3 ? 0.84 : 0.7
  return shorter >= 4 && editDistance(a, b, 1) <= 1 ? 0.66 : 0
}

function nativeSimilarity(a: TokenForms, b: TokenForms): number {
  if (a.native === b.native) return 1
  if (a.script === 'han') {
    if (a.latin !== b.latin) return 0
    // The same sound in other characters: another spelling of a foreign name, or somebody else.
    return [...a.native].some((character) => b.native.includes(character)) ? 0.75 : 0.6
  }
  if (a.latin === b.latin) return 0.97
  const letters = latinSimilarity(a.native, b.native)
  if (a.script === 'hangul') return a.korean === b.korean ? 0.8 : 0
  return Math.max(letters, a.key === b.key && a.key.length > 2 ? 0.88 : 0)
}

const isVoweled = (script: Script) => script !== 'arabic' && script !== 'hebrew'
const isSyllabic = (script: Script) => script === 'kana' || script === 'han' || script === 'hangul'
