import { actionStrength } from './action-strength.ts'
import type { Action, Challenge } from './challenge.ts'
import { livenessLimits } from './liveness-limits.ts'
import type { RelativeFrame } from './relative-frame.ts'

export type StepJudgement = {
  passed: boolean
  /** The strength of the action, where 1 is the limit of the action. */
  strength: number
  why: string
}

/**
 * Actions that must not appear before the requested one, so that a recording that repeatedly shows all
 * actions is rejected.
 */
const rivals: Record<Action, readonly Action[]> = {
  'turn-left': ['turn-right'],
  'turn-right': ['turn-left'],
  nod: ['turn-left', 'turn-right', 'come-closer'],
  'open-mouth': ['turn-left', 'turn-right', 'come-closer'],
  blink: ['turn-left', 'turn-right', 'open-mouth', 'come-closer'],
  'come-closer': ['turn-left', 'turn-right', 'open-mouth'],
}

/**
 * Checks that the requested action was shown in its time window, and that no other action was shown first.
 */
export function judgeStep(step: Challenge['steps'][number], frames: readonly RelativeFrame[]): StepJudgement {
  const { action, fromMs, toMs } = step
  const within = frames.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs + livenessLimits.graceMs)
  const strengths = within.map((frame) => actionStrength(action, frame))
  const agreeing = action === 'blink' || action === 'nod' ? 1 : livenessLimits.agreeing
  const strength = strongestRun(strengths, agreeing)
  const fail = (why: string) => ({ passed: false, strength, why })

  if (strength < 1) return fail('The action was not seen in its time window.')
  const early = within.filter(({ atMs }) => atMs < fromMs + livenessLimits.reactionMs)
  if (early.some((frame) => actionStrength(action, frame) >= 1)) {
    return fail('The action was already visible when it was requested.')
  }
  const shown = strengths.findIndex((value) => value >= 1)
  const before = within.slice(0, shown)
  for (const rival of rivals[action]) {
    const shownInstead = before.map((frame) => actionStrength(rival, frame))
    if (strongestRun(shownInstead, livenessLimits.agreeing) >= 1)
      return fail('Another action was shown first.')
  }
  if (action === 'blink' && !opensAgain(within)) return fail('The eyes did not open again.')
  if (action === 'nod' && !comesBack(within))
    return fail('The head did not return to its starting position after the nod.')
  return { passed: true, strength, why: 'The action was seen in its time window.' }
}

/** Returns the largest strength that this many consecutive frames all reach. */
function strongestRun(strengths: readonly number[], length: number): number {
  let strongest = 0
  for (let start = 0; start + length <= strengths.length; start++) {
    strongest = Math.max(strongest, Math.min(...strengths.slice(start, start + length)))
  }
  return strongest
}

function opensAgain(frames: readonly RelativeFrame[]): boolean {
  const { open, maxMs } = livenessLimits.blink
  return frames.some(
    (frame, index) =>
      actionStrength('blink', frame) >= 1 &&
      frames.slice(0, index).some(({ eyes = 0 }) => eyes >= open) &&
      frames.slice(index).some(({ eyes = 0, atMs }) => eyes >= open && atMs - frame.atMs <= maxMs),
  )
}

function comesBack(frames: readonly RelativeFrame[]): boolean {
  const deepest = frames.reduce((best, frame) => Math.max(best, actionStrength('nod', frame)), 0)
  const at = frames.findIndex((frame) => actionStrength('nod', frame) === deepest)
  const back = deepest * livenessLimits.nod.comeBack
  return frames.slice(at).some((frame) => Math.abs(frame.pitch) / livenessLimits.nod.pitch <= back)
}
