import type { Locale } from './read-parameters.ts'

/**
 * Returns the requested locale, otherwise the browser's. All Chinese languages map to Traditional Chinese,
 * all others to English.
 */
export function pickLocale(requested: Locale | undefined, languages: readonly string[]): Locale {
  if (requested !== undefined) return requested
  const first = languages.find((language) => /^(en|zh|yue)\b/i.test(language))
  return first !== undefined && !/^en/i.test(first) ? 'zh-hk' : 'en'
}
