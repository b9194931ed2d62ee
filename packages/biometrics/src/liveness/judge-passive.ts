import type { TimedMeasure } from '../reading/frame-measure.ts'
import { check, type LivenessCheck } from './liveness-check.ts'
import { livenessLimits } from './liveness-limits.ts'
import { median } from './statistics.ts'

/** That no model judged is told, not hidden: the answer then rests on the active checks alone. */
export type PassiveAnswer = 'absent' | { score: number; frames: number; passed: boolean }

export function judgePassive(
  frames: readonly TimedMeasure[],
  isAsked: boolean,
): {
  answer: PassiveAnswer
  check: LivenessCheck
} {
  const name = 'passive-model'
  const limit = livenessLimits.passive
  const scores = frames.flatMap(({ face }) => (face?.passive === undefined ? [] : [face.passive]))
  if (isAsked && scores.length === 0) {
    return {
      answer: { score: 0, frames: 0, passed: false },
      check: check(name, false, 0, limit, 'The passive model was asked, but saw no face.'),
    }
  }
  if (scores.length === 0) {
    return { answer: 'absent', check: check(name, 'not-checked', 0, limit, 'No passive model is set up.') }
  }
  const score = median(scores)
  const passed = score >= limit
  return {
    answer: { score, frames: scores.length, passed },
    check: check(name, passed, score, limit, 'What the passive model says about the single pictures.'),
  }
}
