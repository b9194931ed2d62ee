import type { TimedMeasure } from '../reading/frame-measure.ts'
import { check, type LivenessCheck } from './liveness-check.ts'
import type { PassiveLimits, PassiveRates } from './passive-limits.ts'
import { median } from './statistics.ts'

/** That no model judged is told, not hidden: the answer then rests on the active checks alone. */
export type PassiveAnswer =
  | 'absent'
  | { score: number; frames: number; passed: boolean; model: string; errorRates: PassiveRates }

/** `limits` are those of the model that was asked, if one was: then it has to have seen a face. */
export function judgePassive(
  frames: readonly TimedMeasure[],
  limits: PassiveLimits | undefined,
): {
  answer: PassiveAnswer
  check: LivenessCheck
} {
  const name = 'passive-model'
  if (limits === undefined)
    return { answer: 'absent', check: check(name, 'not-checked', 0, 0, 'No passive model is set up.') }
  const { limit, model, rates: errorRates } = limits
  const scores = frames.flatMap(({ face }) => (face?.passive === undefined ? [] : [face.passive]))
  const score = scores.length === 0 ? 0 : median(scores)
  const passed = scores.length > 0 && score >= limit
  const why =
    scores.length === 0
      ? 'The passive model was asked, but saw no face.'
      : 'What the passive model says about the single pictures.'
  return {
    answer: { score, frames: scores.length, passed, model, errorRates },
    check: check(name, passed, score, limit, why),
  }
}
