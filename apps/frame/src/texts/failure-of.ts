import type { FailureScreen } from '@touchstone/contract'
import { reasonText } from './sentence-of.ts'
import type { Texts } from './texts.ts'

type Failure = {
  title: string
  why: string
  /** The reason's text, shown in addition to the screen's text. */
  beside: string | undefined
}

/**
 * Returns the text of a failure screen: the text that the reason defines for a whole screen or, if there is
 * none, the screen's text and the reason's sentence.
 */
export function failureOf(texts: Texts, screen: FailureScreen, reason: string): Failure {
  const own: Record<string, { title: string; why: string }> = texts.failuresFor
  const found = Object.hasOwn(own, reason) ? own[reason] : undefined
  if (found) return { ...found, beside: undefined }
  const { title, why } = texts.failures[screen]
  return { title, why, beside: reasonBeside(texts, reason, why) }
}

/** Returns the text for a reason code, unless the screen already shows the same text. */
export function reasonBeside(texts: Texts, code: string, why: string): string | undefined {
  const sentence = reasonText(texts, code)
  return sentence !== undefined && why.includes(sentence.replace(/[.。]$/, '')) ? undefined : sentence
}
