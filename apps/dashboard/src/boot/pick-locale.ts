import type { Locale } from '../texts/texts.ts'

/** What was chosen here before, else what the member reads: Traditional Chinese for all who read Chinese, else English. */
export function pickLocale(chosen: string | undefined, languages: readonly string[]): Locale {
  if (chosen === 'en' || chosen === 'zh-hk') return chosen
  const first = languages.find((language) => /^(en|zh|yue)\b/i.test(language))
  return first !== undefined && !/^en/i.test(first) ? 'zh-hk' : 'en'
}
