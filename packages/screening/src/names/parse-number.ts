const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'

const words = new Map<string, number>([
  ...small.split(' ').map((word, value) => [word, value] as const),
  ...ordinals.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, at) => [word, 20 + 10 * at] as const),
])

/**
 * Parses a number written in words, starting at the given position. Returns the number and how many words it
 * consists of: `forty four` is one number.
 */
export function parseNumber(
  at: number,
  all: readonly string[],
): { value: string; length: number } | undefined {
  const word = all[at] ?? ''
  const digits = /^(\d{1,15})(?:st|nd|rd|th)?$/.exec(word)?.[1]
  if (digits !== undefined) return { value: String(Number(digits)), length: 1 }
  const value = words.get(word)
  if (value !== undefined) {
    const ones = words.get(all[at + 1] ?? '')
    const isJoined = value >= 20 && ones !== undefined && ones > 0 && ones < 10
    return isJoined ? { value: String(value + ones), length: 2 } : { value: String(value), length: 1 }
  }
  // A Roman numeral cannot be the first word, because it follows the name that it numbers.
  const roman = at > 0 ? romanValue(word) : undefined
  return roman === undefined ? undefined : { value: String(roman), length: 1 }
}

/** Accepts only 1 to 39, because what looks like a higher Roman numeral is more often a word. */
function romanValue(word: string): number | undefined {
  if (word === '' || !/^x{0,3}(?:ix|iv|v?i{0,3})$/.test(word)) return undefined
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }
  let sum = 0
  for (let at = 0; at < word.length; at += 1) {
    const value = values[word.charAt(at)] ?? 0
    sum += value < (values[word.charAt(at + 1)] ?? 0) ? -value : value
  }
  return sum
}
