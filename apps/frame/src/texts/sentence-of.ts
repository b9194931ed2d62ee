import type { Texts } from './texts.ts'

/**
 * Returns the text for a reason code. Codes without text of their own use the server's message in English,
 * and a general message in other languages.
 */
export function sentenceOf(
  texts: Texts,
  { code, message = '', remedy = '' }: { code: string; message?: string; remedy?: string },
): string {
  const own = reasonText(texts, code)
  if (own !== undefined) return own
  if (texts.language === 'en' && message !== '') return `${message} ${remedy}`.trim()
  return texts.failures.unknown.why
}

/** Returns undefined if neither the code nor its family has text of its own. */
export function reasonText(texts: Texts, code: string): string | undefined {
  const reasons: Record<string, string> = texts.reasons
  const family = `${code.split('.')[0]}.*`
  const key = [code, family].find((each) => Object.hasOwn(reasons, each))
  return key === undefined ? undefined : reasons[key]
}
