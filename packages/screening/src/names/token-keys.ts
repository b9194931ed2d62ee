import { hashText } from './hash-text.ts'
import type { TokenForms } from './token-forms.ts'

/**
 * Under which numbers a token is kept and looked up: two tokens that share none are not compared. A form with one letter
 * left out stands for every slip of one letter.
 */
export function tokenKeys(forms: TokenForms, use: 'keep' | 'ask' | 'keep-pair'): number[] {
  const keys = [hashText('r', forms.latin)]
  const { pattern, key, loose, korean, script } = forms
  if (forms.native !== '') keys.push(hashText(script, forms.native))
  if (pattern.length > 2) keys.push(hashText('p', pattern))
  if (key.length > 1) keys.push(hashText('c', key))
  if (use !== 'keep-pair') {
    if (pattern.length > 3) pushShorter(keys, 'p', pattern)
    if (key.length > 3) pushShorter(keys, 'c', key)
  }
  if (korean !== '') keys.push(hashText('k', korean))
  const isSyllabic = script === 'kana' || script === 'han' || script === 'hangul'
  if (loose.length > 1) {
    if (use === 'ask') {
      keys.push(hashText('m', loose))
      if (loose.length > 3) pushShorter(keys, 'm', loose)
      if (isSyllabic) {
        keys.push(hashText('l', loose))
        if (loose.length > 3) pushShorter(keys, 'l', loose)
      }
    } else {
      const space = isSyllabic ? 'm' : 'l'
      keys.push(hashText(space, loose))
      if (loose.length > 3 && use === 'keep') pushShorter(keys, space, loose)
    }
  }
  return keys
}

function pushShorter(keys: number[], space: string, text: string): void {
  for (let at = 0; at < text.length; at += 1)
    keys.push(hashText(space, text.slice(0, at) + text.slice(at + 1)))
}
