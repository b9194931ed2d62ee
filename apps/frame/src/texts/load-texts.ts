import type { Locale } from '../boot/read-parameters.ts'
import { en } from './en.ts'
import type { Texts } from './texts.ts'

/** English is bundled with the page. Other languages are loaded when needed. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  if (locale === 'en') return en
  const { zhHk } = await import('./zh-hk.ts')
  return zhHk
}
