import type { FailureScreen } from '@touchstone/contract'
import { reasonText } from './sentence-of.ts'
import type { Texts } from './texts.ts'

type Failure = {
  title: string
  why: string
  /** What the reason adds to it. */
  beside: string | undefined
}

/** The words of a failure: those of its very reason, else those of its screen with what the reason adds. */
export function failureOf(texts: Texts, screen: FailureScreen, reason: string): Failure {
  const own: Record<string, { title: string; why: string }> = texts.failuresFor
  const found = Object.hasOwn(own, reason) ? own[reason] : undefined
  if (found) return { ...found, beside: undefined }
  const { title, why } = texts.failures[screen]
  return { title, why, beside: reasonBeside(texts, reason, why) }
}

/** The words for a reason code, unless the screen has said as much already. */
export function reasonBeside(texts: Texts, code: string, why: string): string | undefined {
  const sentence = reasonText(texts, code)
  return sentence !== undefined && why.includes(sentence.replace(/[.。]$/, '')) ? undefined : sentence
}
