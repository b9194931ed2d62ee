import { en } from './en/index.ts'
import type { Locale, Texts } from './texts.ts'

/** English comes with the page; other languages when they are wanted. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  if (locale === 'en') return en
  const { zhHk } = await import('./zh-hk/index.ts')
  return zhHk
}
