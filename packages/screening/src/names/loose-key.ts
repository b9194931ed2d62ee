/**
 * The form for names that went through a script which has not all sounds of theirs (kana, Chinese characters, Hangul,
 * Hebrew letters): no vowels, r and l one, all of b, p, v and f one, all s-like sounds one, n and ng one.
 */
export function looseKey(consonants: string): string {
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
