import type { RulesTested } from '@touchstone/contract'
import { type Texts, useTexts } from '../../texts/texts.ts'

export type Problem = RulesTested['problems'][number]
/** The problems of one rule, in the member's language. */
export type Problems = {
  /** The problem of exactly this place. */
  at(place: string): string | undefined
  /** The first problem of this place or of a part of it. */
  within(place: string): string | undefined
}

export function useProblems(problems: readonly Problem[], rule: number): Problems {
  const texts = useTexts().rules.problems
  const own = problems.filter((problem) => problem.rule === rule)
  const textOf = (found: Problem | undefined) => found && sentenceOf(found.message, texts)
  return {
    at: (place) => textOf(own.find((problem) => problem.place === place)),
    within: (place) =>
      textOf(own.find((problem) => problem.place === place || problem.place.startsWith(`${place}.`))),
  }
}

type Words = Texts['rules']['problems']
const patterns: readonly (readonly [RegExp, (texts: Words, limit: string) => string])[] = [
  [/^must be >= (.+)$/, (texts, limit) => texts.least(limit)],
  [/^must be <= (.+)$/, (texts, limit) => texts.most(limit)],
  [/^must be > (.+)$/, (texts, limit) => texts.above(limit)],
  [/^must be (number|integer)$|^is required$|fewer than 1 characters?$/, (texts) => texts.required],
  [/^must list at least one/, (texts) => texts.conditions],
  [/fewer than 1 items?$/, (texts) => texts.choose],
  [/^may contain only coins/, (texts) => texts.coins],
  [/^needs min_/, (texts) => texts.oneLimit],
  [/^must be less than below_usd$/, (texts) => texts.order],
  [/more than six decimals$/, (texts) => texts.decimals],
  [/^must match pattern ".*A-Z\]\{2\}/, (texts) => texts.code],
  [/^must match pattern/, (texts) => texts.name],
  [/^two rules have the name/, (texts) => texts.sameName],
]

export function sentenceOf(message: string, texts: Words): string {
  for (const [pattern, write] of patterns) {
    const found = pattern.exec(message)
    if (found) return write(texts, found[1] ?? '')
  }
  return texts.other(message)
}
