import type { Locale } from './read-parameters.ts'

/**
 * Returns the requested locale, otherwise the browser's: Traditional Chinese for all Chinese languages, else English.
 */
export function pickLocale(requested: Locale | undefined, languages: readonly string[]): Locale {
  if (requested !== undefined) return requested
  const first = languages.find((language) => /^(en|zh|yue)\b/i.test(language))
  return first !== undefined && !/^en/i.test(first) ? 'zh-hk' : 'en'
}
