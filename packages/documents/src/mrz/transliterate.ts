/** Transliterations of letters that do not map to their base letter (ICAO Doc 9303 part 3, section 6 A). */
export const specialLetters: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Å: 'AA',
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  I: 'I',
  İ: 'I',
  ı: 'I',
  ĸ: 'Q',
  Ł: 'L',
  Ŋ: 'N',
  Ñ: 'N',
  Ö: 'OE',
  Ø: 'OE',
  Œ: 'OE',
  ß: 'SS',
  ẞ: 'SS',
  Þ: 'TH',
  Ŧ: 'T',
  Ü: 'UE',
}

/** Transliterates a name for the zone: letters A to Z with one filler between parts, without apostrophes. */
export function transliterate(name: string): string {
  let text = ''
  for (const letter of name.normalize('NFC').toUpperCase()) {
    const base = specialLetters[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '')
    text += /^[A-Z]+$/.test(base) ? base : /['’.,`]/.test(letter) ? '' : '<'
  }
  return text.replace(/<+/g, '<').replace(/^<|<$/g, '')
}
