import type { Locale } from './read-parameters.ts'

/**
 * Returns the requested locale or, if there is none, the browser's. All variants of Chinese map to
 * Traditional Chinese, and all other languages to English.
 */
export function pickLocale(requested: Locale | undefined, languages: readonly string[]): Locale {
  if (requested !== undefined) return requested
  const first = languages.find((language) => /^(en|zh|yue)\b/i.test(language))
  return first !== undefined && !/^en/i.test(first) ? 'zh-hk' : 'en'
}
