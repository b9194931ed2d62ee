import type { TimedMeasure } from '../reading/frame-measure.ts'
import type { Challenge } from './challenge.ts'
import { judgeCapture } from './judge-capture.ts'
import { judgeMatter } from './judge-matter.ts'
import { judgePassive, type PassiveAnswer } from './judge-passive.ts'
import { judgePerson } from './judge-person.ts'
import { judgeStep } from './judge-step.ts'
import { check, type LivenessCheck } from './liveness-check.ts'
import { livenessLimits } from './liveness-limits.ts'
import { toRelative } from './relative-frame.ts'
import { takeBaseline } from './take-baseline.ts'

export type LivenessJudgement = {
  verdict: 'live' | 'not-live' | 'unclear'
  checks: LivenessCheck[]
  passiveModel: PassiveAnswer
  /** For the person: what to do better. */
  hint: string
  /** Positions of the pictures that show the face best: for the match with the document and for the template. */
  bestFrames: number[]
}

const bestCount = 5

/**
 * The decision, from the figures of the pictures alone. "Unclear" where the capture was not fit to decide; "live" only
 * where every check that could be made was passed.
 */
export function judgeLiveness(options: {
  challenge: Challenge
  frames: readonly TimedMeasure[]
  flashes: 'required' | 'measured' | 'none'
  /** Whether a passive model was asked: then it has to have seen a face. */
  passive?: boolean
}): LivenessJudgement {
  const { challenge, frames, flashes, passive: isPassiveAsked = false } = options
  const capture = judgeCapture(frames, challenge)
  const firstStep = Math.min(...challenge.steps.map(({ fromMs }) => fromMs))
  const baseline = takeBaseline(frames, firstStep)
  const { maxWander } = livenessLimits.baseline
  capture.push(
    check(
      'neutral-look',
      baseline !== undefined && baseline.wander <= maxWander,
      baseline?.wander ?? 0,
      maxWander,
      'How much the head wandered before the first step, in degrees.',
    ),
  )
  const passive = judgePassive(frames, isPassiveAsked)
  const checks = [...capture, ...judgePerson(frames)]
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
  // In sunlight nobody's skin shows the page's colours: that alone calls nobody a fraud.
  const dazzled = failed.length > 0 && failed.every(({ name }) => name === 'colour-reflection')
  const verdict = unfit.length > 0 || dazzled ? 'unclear' : failed.length > 0 ? 'not-live' : 'live'
  return {
    verdict,
    checks,
    passiveModel: passive.answer,
    hint: hintFor(unfit[0]?.name ?? failed[0]?.name),
    bestFrames: pickBest(frames, firstStep),
  }
}

const hints: Record<string, string> = {
  'frame-rate': 'Too few pictures arrived: use a faster connection or close other programs, and try again.',
  'face-in-view': 'Keep the whole face in view all the time, and try again.',
  'face-size': 'Come nearer to the camera, and try again.',
  light: 'Find even light from the front, and try again.',
  'neutral-look': 'Look straight ahead and hold still until the first step, and try again.',
  'one-face': 'Be alone in view, and try again.',
  'colour-reflection': 'Turn the screen’s brightness up, leave bright sunlight, and try again.',
}

function hintFor(name: string | undefined): string {
  if (name === undefined) return ''
  return hints[name] ?? 'Do each step when it is asked for, clearly and not before, and try again.'
}

/** The sharpest pictures of the neutral look. */
function pickBest(frames: readonly TimedMeasure[], untilMs: number): number[] {
  return frames
    .flatMap(({ atMs, face, faces }, index) =>
      face && faces === 1 && atMs < untilMs ? [{ index, face }] : [],
    )
    .sort((a, b) => (b.face.sharpness ?? 0) - (a.face.sharpness ?? 0))
    .slice(0, bestCount)
    .map(({ index }) => index)
    .sort((a, b) => a - b)
}
