const initials = [
  'g',
  'kk',
  'n',
  'd',
  'tt',
  'r',
  'm',
  'b',
  'pp',
  's',
  'ss',
  '',
  'j',
  'jj',
  'ch',
  'k',
  't',
  'p',
  'h',
]
const vowels = [
  'a',
  'ae',
  'ya',
  'yae',
  'eo',
  'e',
  'yeo',
  'ye',
  'o',
  'wa',
  'wae',
  'oe',
  'yo',
  'u',
  'wo',
  'we',
  'wi',
  'yu',
  'eu',
  'ui',
  'i',
]
const finals = [
  '',
  'k',
  'k',
  'k',
  'n',
  'n',
  'n',
  't',
  'l',
  'k',
  'm',
  'l',
  'l',
  'l',
  'p',
  'l',
  'm',
  'p',
  'p',
  't',
  't',
  'ng',
  't',
  't',
  'k',
  't',
  'p',
  't',
]

/**
 * Romanises each syllable separately in Revised Romanisation, without sound changes between syllables, as is
 * customary for names.
 */
export function romaniseHangul(text: string): string[] {
  return [...text].map((letter) => {
    const at = (letter.codePointAt(0) ?? 0) - 0xac00
    if (at < 0 || at >= 11172) return ''
    return `${initials[Math.floor(at / 588)]}${vowels[Math.floor((at % 588) / 28)]}${finals[at % 28]}`
  })
}
