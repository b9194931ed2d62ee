const initials: readonly (readonly [string, string])[] = [
  ['zh', 'ch'],
  ['ch', 'ch'],
  ['sh', 'sh'],
  ['b', 'p'],
  ['d', 't'],
  ['g', 'k'],
  ['j', 'ch'],
  ['q', 'ch'],
  ['x', 'hs'],
  ['z', 'ts'],
  ['c', 'ts'],
  ['r', 'j'],
]

const wholes = new Map([
  ['zhi', 'chih'],
  ['chi', 'chih'],
  ['shi', 'shih'],
  ['ri', 'jih'],
  ['zi', 'tzu'],
  ['ci', 'tzu'],
  ['si', 'ssu'],
  ['ge', 'ko'],
  ['ke', 'ko'],
  ['he', 'ho'],
  ['e', 'o'],
  ['yi', 'i'],
])

/**
 * Converts a pinyin syllable to the older romanisation without its marks, as used in many Taiwanese names.
 */
export function wadeGiles(syllable: string): string {
  const whole = wholes.get(syllable)
  if (whole !== undefined) return whole
  const [from, to] = initials.find(([initial]) => syllable.startsWith(initial)) ?? ['', '']
  const final = syllable
    .slice(from.length)
    .replace(/ong$/, 'ung')
    .replace(/^ian$/, 'ien')
    .replace(/^ie$/, 'ieh')
    .replace(/^ue$/, 'ueh')
    .replace(/^uo$/, /^[dtnlzcsr]/.test(syllable) ? 'o' : 'uo')
    .replace(/^yan$/, 'yen')
  return to + final
}
