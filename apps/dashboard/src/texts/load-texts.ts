import { en } from './en/index.ts'
import type { Locale, Texts } from './texts.ts'

/** English is bundled with the page. Other languages are loaded when needed. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  if (locale === 'en') return en
  const { zhHk } = await import('./zh-hk/index.ts')
  return zhHk
}
