import { makeQuestions } from './make-questions.ts'
import type { Questions } from './questions.ts'
import { smallNumber } from './small-number.ts'

/** An investor of at least this level, from 1, whose accreditation is still good? */
export function investorQuestions(rule: { level: number }): Questions<'investor'> {
  return makeQuestions('investor', { accreditationLevel: smallNumber(rule.level, 'level', 1) })
}
