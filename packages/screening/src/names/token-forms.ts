import { consonantKey } from './consonant-key.ts'
import { koreanKey } from './korean-key.ts'
import type { NameToken, Script } from './tokenise.ts'

/** A token with the forms that are used to find and compare it. */
export type TokenForms = {
  readonly latin: string
  readonly native: string
  readonly script: Script
  readonly pattern: string
  readonly key: string
  readonly loose: string
  /** Empty if the token can't be a Korean syllable. */
  readonly korean: string
}

export function tokenForms({ latin, native, script }: NameToken): TokenForms {
  const { pattern, key } = consonantKey(latin)
  const korean = script === 'latin' || script === 'hangul' ? (koreanKey(latin) ?? '') : ''
  const sounds = script === 'han' ? consonantKey(bySound(latin)).key : key
  return { latin, native, script, pattern, key, loose: looseKey(sounds), korean }
}

/**
 * Replaces pinyin-specific spellings with the spellings used in the languages that foreign words come from.
 */
const bySound = (pinyin: string) =>
  pinyin.replaceAll('x', 'sh').replaceAll('q', 'ch').replaceAll('zh', 'j').replaceAll('w', 'v')

/**
 * Returns the form for comparing names in scripts that cannot represent all the sounds in foreign names
 * (kana, Chinese characters, Hangul, Hebrew). The form has no vowels. It merges r with l; b, p, v and f; all
 * s-like sounds; and n with ng.
 */
function looseKey(consonants: string): string {
  let key = ''
  let last = ''
  for (const sound of consonants) {
    const loose = merged.get(sound) ?? sound
    if (loose === last || (loose === 'g' && last === 'n')) continue
    key += loose
    last = loose
  }
  return key
}

const merged = new Map(
  Object.entries({ l: 'r', v: 'b', p: 'b', f: 'b', X: 's', C: 's', z: 's', j: 's', t: 'd', k: 'g', y: 'a' }),
)
