const letters: Readonly<Record<string, string>> = {
  א: 'a',
  ב: 'b',
  ג: 'g',
  ד: 'd',
  ה: 'h',
  ו: 'w',
  ז: 'z',
  ח: 'h',
  ט: 't',
  י: 'y',
  כ: 'k',
  ך: 'k',
  ל: 'l',
  מ: 'm',
  ם: 'm',
  נ: 'n',
  ן: 'n',
  ס: 's',
  ע: 'a',
  פ: 'p',
  ף: 'p',
  צ: 'ts',
  ץ: 'ts',
  ק: 'k',
  ר: 'r',
  ש: 'sh',
  ת: 't',
}

/**
 * Romanises the consonants of a token in Hebrew script. The script does not distinguish b and v, p and f, or
 * s and sh.
 */
export function romaniseHebrew(text: string): string {
  let latin = ''
  for (const letter of text) latin += letters[letter] ?? ''
  return latin
}
