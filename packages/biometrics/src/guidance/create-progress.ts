import { actionStrength } from '../liveness/action-strength.ts'
import type { Action, Challenge, FlashColour } from '../liveness/challenge.ts'
import { toRelative } from '../liveness/relative-frame.ts'
import { takeBaseline } from '../liveness/take-baseline.ts'
import type { FrameMeasure, TimedMeasure } from '../reading/frame-measure.ts'

export type ChallengeState = {
  phase: 'neutral' | 'step' | 'pause' | 'done'
  /** The requested action, while a step is in progress. */
  action?: Action
  /** The current colour of the page. */
  colour?: FlashColour
  /** How strongly the requested action is shown; 1 is sufficient. */
  strength: number
  /** The steps that have been seen so far. */
  seen: boolean[]
}

/**
 * Tracks the progress of a challenge during the capture: the content that the page has to show, and the steps
 * that have been seen.
 */
export type ChallengeProgress = {
  /** `atMs` is the time since the first frame, as in the frames that are sent to the server. */
  follow(atMs: number, measure: FrameMeasure): ChallengeState
}

export function createProgress(challenge: Challenge): ChallengeProgress {
  const frames: TimedMeasure[] = []
  const seen = challenge.steps.map(() => false)
  const firstStep = Math.min(...challenge.steps.map(({ fromMs }) => fromMs))
  const end = Math.max(...challenge.steps.map(({ toMs }) => toMs))
  return {
    follow(atMs, measure) {
      const frame = { ...measure, atMs }
      if (atMs < firstStep) frames.push(frame)
      const at = challenge.steps.findIndex(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs)
      const step = challenge.steps[at]
      const baseline = step && takeBaseline(frames, firstStep)
      const [relative] = baseline ? toRelative([frame], baseline) : []
      const strength = step && relative ? Math.max(0, actionStrength(step.action, relative)) : 0
      if (step && strength >= 1) seen[at] = true
      const flash = challenge.flashes.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
      return {
        phase: step ? 'step' : atMs > end ? 'done' : atMs < firstStep ? 'neutral' : 'pause',
        ...(step && { action: step.action }),
        ...(flash && { colour: flash.colour }),
        strength,
        seen: [...seen],
      }
    },
  }
}
