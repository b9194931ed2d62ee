import { hashText } from './hash-text.ts'
import type { TokenForms } from './token-forms.ts'
import { isExactToken } from './tokenise-organisation.ts'

/**
 * Persons and organisations have separate keys, so that a word from a person's name never matches a word from
 * an organisation's name.
 */
export type Realm = 'person' | 'organisation'

const organisationMark = 0x9e37_79b9

/**
 * Whether keys are stored (`keep`) or searched for (`ask`). Joined tokens (`-pair`) must match without typing
 * errors.
 */
export type KeyUse = 'keep' | 'ask' | 'keep-pair' | 'ask-pair'

/**
 * Returns the hashes under which a token is stored and searched for. Tokens that share no hash are not
 * compared. Forms with one letter removed allow a match despite any one typing error.
 */
export function tokenKeys(forms: TokenForms, use: KeyUse, realm: Realm): number[] {
  if (realm === 'person') return keysOf(forms, use)
  const keys = isExactToken(forms.latin) ? [hashText('r', forms.latin)] : keysOf(forms, use)
  return keys.map((key) => (key ^ organisationMark) >>> 0)
}

function keysOf(forms: TokenForms, use: KeyUse): number[] {
  const keys = [hashText('r', forms.latin)]
  const { pattern, key, korean, script } = forms
  if (forms.native !== '') keys.push(hashText(script, forms.native))
  if (pattern.length > 2) keys.push(hashText('p', pattern))
  if (key.length > 1) keys.push(hashText('c', key))
  const withSlips = use === 'keep' || use === 'ask'
  if (withSlips) {
    if (pattern.length > 3) pushShorter(keys, 'p', pattern)
    if (key.length > 3) pushShorter(keys, 'c', key)
  }
  if (korean !== '') keys.push(hashText('k', korean))
  pushLoose(keys, forms, use)
  return keys
}

/**
 * Only foreign words are matched by their loose form, because this form is not specific enough for one or two
 * native syllables.
 */
function pushLoose(keys: number[], { loose, script, native }: TokenForms, use: KeyUse): void {
  if (loose.length < 3) return
  const isLoose = script === 'kana' || script === 'han' || script === 'hangul' || script === 'hebrew'
  if ((script === 'han' || script === 'hangul') && native.length < 3) return
  const push = (space: string) => {
    keys.push(hashText(space, loose))
    if (loose.length > 3 && (use === 'keep' || use === 'ask')) pushShorter(keys, space, loose)
  }
  if (use === 'keep' || use === 'keep-pair') push(isLoose ? looseSpace : strictSpace)
  else {
    push(looseSpace)
    if (isLoose) push(strictSpace)
  }
}

const looseSpace = 'm'
const strictSpace = 'l'

function pushShorter(keys: number[], space: string, text: string): void {
  for (let at = 0; at < text.length; at += 1)
    keys.push(hashText(space, text.slice(0, at) + text.slice(at + 1)))
}
