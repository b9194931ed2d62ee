/**
 * The form for names that went through a script without clusters of consonants or without some sounds (kana, Chinese
 * characters, Hangul): no vowels, r and l one, v and b one, all s-like sounds one.
 */
export function looseKey(consonants: string): string {
  let key = ''
  for (const sound of consonants) {
    const loose = merged[sound] ?? sound
    if (!key.endsWith(loose)) key += loose
  }
  return key
}

const merged: Readonly<Record<string, string>> = {
  l: 'r',
  v: 'b',
  p: 'b',
  f: 'h',
  X: 's',
  C: 's',
  z: 's',
  j: 's',
  t: 'd',
  k: 'g',
  w: 'b',
  y: 'a',
}
