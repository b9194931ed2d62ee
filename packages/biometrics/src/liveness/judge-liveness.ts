import { toUnit } from '../engine/to-unit.ts'
import { distance } from '../match/distance.ts'
import { builtInLimits, type EmbeddingLimits } from '../match/embedding-limits.ts'
import { embeddingOf, type TimedMeasure } from '../reading/frame-measure.ts'
import type { Challenge } from './challenge.ts'
import { judgeCapture } from './judge-capture.ts'
import { judgeMatter } from './judge-matter.ts'
import { judgeStep } from './judge-step.ts'
import { check, type LivenessCheck } from './liveness-check.ts'
import { type LivenessHintCode, livenessHint } from './liveness-hint.ts'
import { livenessLimits } from './liveness-limits.ts'
import type { PassiveLimits, PassiveRates } from './passive-limits.ts'
import { toRelative } from './relative-frame.ts'
import { median } from './statistics.ts'
import { takeBaseline } from './take-baseline.ts'

export type LivenessJudgement = {
  verdict: 'live' | 'not-live' | 'unclear'
  checks: LivenessCheck[]
  passiveModel: PassiveAnswer
  hint: string
  /** A stable code for the hint. Absent if no advice is needed. */
  hintCode?: LivenessHintCode
  /**
   * Indexes of the pictures that show the face best. All have an embedding, for the match with the document
   * and for the template.
   */
  bestFrames: number[]
}

const bestCount = 5

/**
 * Decides using only the measurements of the pictures. The verdict is "unclear" if the capture is not
 * suitable for a decision, and "live" only if every performed check passed.
 */
export function judgeLiveness(options: {
  challenge: Challenge
  frames: readonly TimedMeasure[]
  flashes: 'required' | 'measured' | 'none'
  /** The embedding that is used to check that the same person is in view throughout the capture. */
  embedding?: EmbeddingLimits
  /** The limits of the passive model, if one was used. If the passive model saw no face, the check fails. */
  passive?: PassiveLimits
}): LivenessJudgement {
  const { challenge, frames, flashes, embedding = builtInLimits } = options
  const capture = judgeCapture(frames, challenge)
  const firstStep = Math.min(...challenge.steps.map(({ fromMs }) => fromMs))
  const baseline = takeBaseline(frames, firstStep)
  const { maxWander, minEyes } = livenessLimits.baseline
  capture.push(
    check(
      'neutral-look',
      baseline !== undefined && baseline.wander <= maxWander,
      baseline?.wander ?? 0,
      maxWander,
      'Movement of the head before the first step, in degrees.',
    ),
    check(
      'eyes-open',
      baseline?.eyes === undefined ? 'not-checked' : baseline.eyes >= minEyes,
      baseline?.eyes ?? 0,
      minEyes,
      'Opening of the eyes before the first step, relative to their width.',
    ),
  )
  const passive = judgePassive(frames, options.passive)
  const checks = [...capture, ...judgePerson(frames, embedding)]
  if (baseline !== undefined) {
    const relative = toRelative(frames, baseline)
    challenge.steps.forEach((step, index) => {
      const { passed, strength, why } = judgeStep(step, relative)
      checks.push(check(`step-${index + 1}-${step.action}`, passed, strength, 1, why))
    })
    checks.push(...judgeMatter({ frames, relative, challenge, flashes }))
  }
  checks.push(passive.check)
  const failed = checks.filter(({ passed }) => passed === false)
  const unfit = capture.filter(({ passed }) => passed === false)
  // Sunlight hides the page's colours on any skin, so a missing reflection alone does not indicate an attack.
  const dazzled = failed.length > 0 && failed.every(({ name }) => name === 'colour-reflection')
  const verdict = unfit.length > 0 || dazzled ? 'unclear' : failed.length > 0 ? 'not-live' : 'live'
  const first = unfit[0] ?? failed[0]
  return {
    verdict,
    checks,
    passiveModel: passive.answer,
    ...(first ? livenessHint(first) : { hint: '' }),
    bestFrames: pickBest(frames, firstStep, embedding.model),
  }
}

/**
 * Picks the sharpest pictures of the neutral look that have an embedding, so that a template can be made from
 * their measurements.
 */
function pickBest(frames: readonly TimedMeasure[], untilMs: number, model: string): number[] {
  return frames
    .flatMap(({ atMs, face, faces }, index) =>
      face && embeddingOf(face, model) && faces === 1 && atMs < untilMs ? [{ index, face }] : [],
    )
    .sort((a, b) => (b.face.sharpness ?? 0) - (a.face.sharpness ?? 0))
    .slice(0, bestCount)
    .map(({ index }) => index)
    .sort((a, b) => a - b)
}

type PassiveAnswer =
  | 'absent'
  | { score: number; frames: number; passed: boolean; model: string; errorRates: PassiveRates }

/**
 * Returns a check even if no passive model was used, to state that the verdict relies on the active checks
 * only. `limits` are the limits of the passive model, if one was used. If the passive model saw no face, the
 * check fails.
 */
function judgePassive(
  frames: readonly TimedMeasure[],
  limits: PassiveLimits | undefined,
): {
  answer: PassiveAnswer
  check: LivenessCheck
} {
  const name = 'passive-model'
  if (limits === undefined)
    return { answer: 'absent', check: check(name, 'not-checked', 0, 0, 'No passive model is configured.') }
  const { limit, model, rates: errorRates } = limits
  const scores = frames.flatMap(({ face }) => (face?.passive === undefined ? [] : [face.passive]))
  const score = scores.length === 0 ? 0 : median(scores)
  const passed = scores.length > 0 && score >= limit
  const why =
    scores.length === 0 ? 'The passive model saw no face.' : 'Score of the passive model on single pictures.'
  return {
    answer: { score, frames: scores.length, passed, model, errorRates },
    check: check(name, passed, score, limit, why),
  }
}

/** Checks that the same person, and nobody else, is in view throughout the capture. */
function judgePerson(
  frames: readonly TimedMeasure[],
  { model, outlier }: Pick<EmbeddingLimits, 'model' | 'outlier'>,
): LivenessCheck[] {
  const { maxWithMany } = livenessLimits.frames
  const many = frames.length === 0 ? 0 : frames.filter(({ faces }) => faces > 1).length / frames.length
  const embeddings = frames.flatMap(({ face }) => embeddingOf(face, model) ?? [])
  const apart = farthest(embeddings)
  return [
    check('one-face', many <= maxWithMany, many, maxWithMany, 'Share of pictures with more than one face.'),
    check(
      'same-person',
      embeddings.length < 2 ? 'not-checked' : apart <= outlier,
      apart,
      outlier,
      'Largest distance of a picture from the mean of all pictures.',
    ),
  ]
}

function farthest(embeddings: readonly Float32Array[]): number {
  const middle = toUnit(
    Array.from(embeddings[0] ?? [], (_, index) =>
      median(embeddings.map((embedding) => embedding[index] ?? 0)),
    ),
  )
  return Math.max(0, ...embeddings.map((embedding) => distance(embedding, middle)))
}
