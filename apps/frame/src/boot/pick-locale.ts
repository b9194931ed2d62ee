import type { Locale } from './read-parameters.ts'

/** What the page asked for, else what the person reads: Traditional Chinese for all who read Chinese, else English. */
export function pickLocale(asked: Locale | undefined, languages: readonly string[]): Locale {
  if (asked !== undefined) return asked
  const first = languages.find((language) => /^(en|zh|yue)\b/i.test(language))
  return first !== undefined && !/^en/i.test(first) ? 'zh-hk' : 'en'
}
