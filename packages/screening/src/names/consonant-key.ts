/**
 * Two looser forms of a Latin token, under which spellings of one name meet. `pattern` keeps where vowels are, not which:
 * Mohammed, Muhammad and Mohamad are one. `key` keeps consonants alone: what is left of a name in Arabic or Hebrew
 * letters, which do not write short vowels. Both rest on the same sounds, with the usual spellings of one sound made
 * one: kh and h, ou and w, q and k, dj and j.
 */
export function consonantKey(token: string): { pattern: string; key: string } {
  let sounds = token
  for (const [spelling, sound] of spellings) sounds = sounds.replace(spelling, sound)
  let pattern = ''
  for (const sound of sounds) if (!pattern.endsWith(sound)) pattern += sound
  // A last h is written or not: Abdullah, Abdulla, Usamah.
  if (pattern.length > 2) pattern = pattern.replace(/h$/, '')
  const key = pattern.charAt(0) + pattern.slice(1).replaceAll('a', '')
  return { pattern, key }
}

/** In this order: a capital is a sound that later spellings must leave alone. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/[oe](?:ff|w)$/, 'ov'],
  [/tsch|tch|tsh|cz/g, 'C'],
  [/sch|sh|sz/g, 'X'],
  [/dzh|dsch|dj|zh/g, 'J'],
  [/ch/g, 'C'],
  [/kh/g, 'h'],
  [/gh|gu(?=[ei])/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ts|tz/g, 'z'],
  [/c(?=[eiy])/g, 's'],
  [/ck|[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/J/g, 'j'],
  [/^ye/, 'e'],
  [/^i(?=[aou])/, 'y'],
  [/^w/, 'v'],
  // Half-vowels count as vowels unless they begin the word: Arabic writes long vowels with them.
  [/(?<=.)[wy]/g, 'a'],
  [/[aeiou]+/g, 'a'],
]
