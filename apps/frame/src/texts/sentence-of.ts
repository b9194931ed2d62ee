import type { Texts } from './texts.ts'

/** The words for a reason code; where there are none the server's own, which are English, else the general ones. */
export function sentenceOf(
  texts: Texts,
  { code, message = '', remedy = '' }: { code: string; message?: string; remedy?: string },
): string {
  const own = reasonText(texts, code)
  if (own !== undefined) return own
  if (texts.language === 'en' && message !== '') return `${message} ${remedy}`.trim()
  return texts.failures.unknown.why
}

/** Undefined where neither the code nor its family has words. */
export function reasonText(texts: Texts, code: string): string | undefined {
  const reasons: Record<string, string> = texts.reasons
  const family = `${code.split('.')[0]}.*`
  const key = [code, family].find((each) => Object.hasOwn(reasons, each))
  return key === undefined ? undefined : reasons[key]
}
