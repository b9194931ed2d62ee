import { poseidon } from '../leaf/poseidon.ts'
import type { Questions } from './questions.ts'
import { smallNumber } from './small-number.ts'

/** An investor of at least this level, from 1, whose accreditation is still good? */
export function investorQuestions(rule: { level: number }): Questions<'investor'> {
  const level = smallNumber(rule.level, 'level', 1)
  return {
    kind: 'investor',
    inputs: { accreditationLevel: String(level) },
    hash: String(poseidon(4n, level)),
  }
}
