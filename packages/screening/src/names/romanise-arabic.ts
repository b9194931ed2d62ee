const letters: Readonly<Record<string, string>> = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ٱ: 'a',
  ب: 'b',
  پ: 'p',
  ت: 't',
  ٹ: 't',
  ث: 'th',
  ج: 'j',
  چ: 'ch',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ڈ: 'd',
  ذ: 'dh',
  ر: 'r',
  ڑ: 'r',
  ز: 'z',
  ژ: 'zh',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  ع: 'a',
  غ: 'gh',
  ف: 'f',
  ڤ: 'v',
  ق: 'q',
  ك: 'k',
  ک: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ں: 'n',
  ه: 'h',
  ہ: 'h',
  ھ: 'h',
  ة: 'a',
  و: 'w',
  ؤ: 'w',
  ي: 'y',
  ی: 'y',
  ى: 'a',
  ے: 'y',
  ئ: 'y',
  ء: '',
  ټ: 't',
  ډ: 'd',
  ړ: 'r',
  ږ: 'zh',
  ښ: 'sh',
  ګ: 'g',
  ڼ: 'n',
  ې: 'e',
  ۍ: 'y',
  ځ: 'z',
  څ: 's',
  ۀ: 'h',
  ڕ: 'r',
  ۆ: 'o',
  ێ: 'e',
  ڵ: 'l',
  ە: 'a',
  ۋ: 'v',
}

/** Letters that are pronounced differently in Persian, Pashto and Urdu than in Arabic. */
const eastern: Readonly<Record<string, string>> = { ث: 's', ذ: 'z', ض: 'z', ظ: 'z', ق: 'gh', و: 'v' }

/** Romanises the consonants and long vowels of a token in Arabic script, in any language. */
export function romaniseArabic(text: string, reading: 'arabic' | 'eastern' = 'arabic'): string {
  const bare = text.replace(/[\u064b-\u065f\u0670\u0640]/g, '')
  // In "Allah", the article is part of the name. In other names, it is not part of the name.
  if (/^(?:ا?لله)$/.test(bare)) return 'allah'
  const stem = bare.replace(/^(?:وال|ال|لل)(?=.{2})/, '').replace(/^عبدال(?=.{2})/, 'عبد')
  let latin = ''
  for (const letter of stem)
    latin += (reading === 'eastern' ? eastern[letter] : undefined) ?? letters[letter] ?? ''
  return latin
}
