import { consonantKey } from './consonant-key.ts'
import { koreanKey } from './korean-key.ts'
import { looseKey } from './loose-key.ts'
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
