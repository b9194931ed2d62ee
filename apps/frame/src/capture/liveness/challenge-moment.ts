import type { LivenessAction, LivenessChallenge, LivenessColour } from '@touchstone/contract'

/** The state of a challenge at one moment. */
export type ChallengeMoment = {
  phase: 'neutral' | 'step' | 'pause' | 'done'
  /** Index of the current step or, between steps, of the next step. */
  step: number
  action?: LivenessAction
  colour?: LivenessColour
}

/** Recording continues for a short time after the last step, because the server accepts late frames. */
const tailMs = 300

export function challengeEnd({ steps }: LivenessChallenge): number {
  return Math.max(0, ...steps.map(({ toMs }) => toMs)) + tailMs
}

/** `atMs` counts from the first frame. */
export function challengeMoment(challenge: LivenessChallenge, atMs: number): ChallengeMoment {
  const { steps, flashes } = challenge
  const current = steps.findIndex(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
  const next = steps.findIndex(({ toMs }) => atMs < toMs)
  const colour = flashes.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)?.colour
  const action = steps[current]?.action
  const phase = action ? 'step' : next < 0 ? 'done' : next === 0 ? 'neutral' : 'pause'
  return {
    phase,
    step: next < 0 ? steps.length - 1 : next,
    ...(action && { action }),
    ...(colour && { colour }),
  }
}
