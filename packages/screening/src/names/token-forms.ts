import { consonantKey } from './consonant-key.ts'
import { koreanKey } from './korean-key.ts'
import type { NameToken, Script } from './tokenise.ts'

/** A token with the forms under which it is found and compared. */
export type TokenForms = {
  readonly latin: string
  readonly native: string
  readonly script: Script
  readonly pattern: string
  readonly key: string
  readonly loose: string
  /** Empty where it can't be a Korean syllable. */
  readonly korean: string
}

export function tokenForms({ latin, native, script }: NameToken): TokenForms {
  const { pattern, key } = consonantKey(latin)
  const korean = script === 'latin' || script === 'hangul' ? (koreanKey(latin) ?? '') : ''
  const sounds = script === 'han' ? consonantKey(bySound(latin)).key : key
  return { latin, native, script, pattern, key, loose: looseKey(sounds), korean }
}

/** What pinyin spells in its own way, as the languages spell it from which foreign words come. */
const bySound = (pinyin: string) =>
  pinyin.replaceAll('x', 'sh').replaceAll('q', 'ch').replaceAll('zh', 'j').replaceAll('w', 'v')

/**
 * The form for names that went through a script which has not all sounds of theirs (kana, Chinese characters, Hangul,
 * Hebrew letters): no vowels, r and l one, all of b, p, v and f one, all s-like sounds one, n and ng one.
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
