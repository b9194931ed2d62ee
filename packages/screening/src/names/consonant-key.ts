/**
 * Returns two reduced forms of a Latin token, which are equal for different spellings of one name. `pattern`
 * keeps the positions of vowels but not the vowels themselves, so that Mohammed, Muhammad and Mohamad are
 * equal. `key` keeps only consonants, because Arabic and Hebrew scripts omit short vowels. Both merge the
 * usual spellings of one sound: kh and h, ou and w, q and k, dj and j.
 */
export function consonantKey(token: string): { pattern: string; key: string } {
  let pattern = ''
  let last = ''
  for (let at = 0; at < token.length; ) {
    const [sound, length] = soundAt(token, at)
    for (const each of sound) {
      if (each === last) continue
      pattern += each
      last = each
    }
    at += length
  }
  // A final h is optional, as in Abdullah and Abdulla, or Usamah and Usama.
  if (pattern.length > 2 && last === 'h') pattern = pattern.slice(0, -1)
  let key = pattern.charAt(0)
  for (let at = 1; at < pattern.length; at += 1) if (pattern.charCodeAt(at) !== vowel) key += pattern[at]
  return { pattern, key }
}

const vowel = 97

type Sound = readonly [sound: string, length: number]

/** Letter groups by first letter, longest first. Capitals denote sounds that have no letter of their own. */
const spellings: Readonly<Record<string, readonly (readonly [spelling: string, sound: string])[]>> = {
  t: [
    ['tsch', 'C'],
    ['tch', 'C'],
    ['tsh', 'C'],
    ['th', 't'],
    ['ts', 'z'],
    ['tz', 'z'],
  ],
  c: [
    ['cz', 'C'],
    ['ch', 'C'],
    ['ce', 's'],
    ['ci', 's'],
    ['cy', 's'],
    ['ck', 'k'],
    ['c', 'k'],
  ],
  s: [
    ['sch', 'X'],
    ['sh', 'X'],
    ['sz', 'X'],
  ],
  d: [
    ['dsch', 'j'],
    ['dzh', 'j'],
    ['dj', 'j'],
    ['dh', 'd'],
  ],
  z: [['zh', 'j']],
  k: [['kh', 'h']],
  g: [
    ['gh', 'g'],
    ['gue', 'g'],
    ['gui', 'g'],
  ],
  p: [['ph', 'f']],
  q: [['q', 'k']],
  x: [['x', 'ks']],
}

/** Letter groups whose last letter belongs to the next sound. */
const lookingAhead = new Set(['ce', 'ci', 'cy', 'gue', 'gui'])

function soundAt(token: string, at: number): Sound {
  const letter = token.charAt(at)
  if (isVowel(letter)) return vowelAt(token, at, letter)
  if (letter === 'w' || letter === 'y') {
    // Semivowels count as vowels except at the start of a word, because Arabic uses them to write long
    // vowels.
    if (at > 0) return ['a', 1]
    if (letter === 'w') return ['v', 1]
    return token.charAt(1) === 'e' ? ['a', 1] : ['y', 1]
  }
  // Transliterations of a Slavic ending, as in Andrej and Andrey, or Selenskyj and Zelenskyy.
  if (letter === 'j' && at > 2 && at === token.length - 1 && 'eiy'.includes(token.charAt(at - 1)))
    return ['a', 1]
  // Transliterations of the Burmese t, as in Htun and Tun.
  if (letter === 'h' && at === 0 && token.charAt(1) === 't') return ['t', 2]
  for (const [spelling, sound] of spellings[letter] ?? []) {
    if (!token.startsWith(spelling, at)) continue
    return [sound, lookingAhead.has(spelling) ? spelling.length - 1 : spelling.length]
  }
  return [letter, 1]
}

function vowelAt(token: string, at: number, letter: string): Sound {
  if (letter === 'o' || letter === 'e') {
    const rest = token.length - at
    if (rest === 2 && token.endsWith('w')) return ['av', 2]
    if (rest === 3 && token.endsWith('ff')) return ['av', 3]
  }
  if (at === 0 && letter === 'i' && 'aou'.includes(token.charAt(1) || '-')) return ['y', 1]
  return ['a', 1]
}

const isVowel = (letter: string) =>
  letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u'
