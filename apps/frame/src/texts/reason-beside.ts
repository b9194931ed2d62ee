import { reasonText } from './sentence-of.ts'
import type { Texts } from './texts.ts'

/** The words for a reason code, unless the screen has said as much already. */
export function reasonBeside(texts: Texts, code: string, why: string): string | undefined {
  const sentence = reasonText(texts, code)
  return sentence !== undefined && why.includes(sentence.replace(/[.。]$/, '')) ? undefined : sentence
}
