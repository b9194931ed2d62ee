import type { Locale } from '../boot/read-parameters.ts'
import { en } from './en.ts'
import type { Texts } from './texts.ts'

/** English comes with the page; other languages when they are wanted. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  if (locale === 'en') return en
  const { zhHk } = await import('./zh-hk.ts')
  return zhHk
}
