import type { VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { faceOf } from '../journey/draft-face.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { ReviewRow } from '../journey/review-store.ts'
import type { Outcome } from '../journey/step.ts'
import { identityDiffers } from '../steps/judge-document.ts'
import { judgeFace, livenessStep } from '../steps/liveness.ts'
import type { ReviewDecision } from './review-decision.ts'
import { actorOf, checkOf, earlierChecks } from './review-detail.ts'

/** Applies a reviewer's decision on whether a document with a different name belongs to the same person. */
export async function settleIdentity(
  context: VerificationContext,
  state: JourneyState,
  review: ReviewRow,
  input: ReviewDecision,
): Promise<void> {
  // The journey has failed or the person has been erased in the meantime.
  if (state.failure) return
  const outcome = await outcomeOf(context, state, review, input)
  if (outcome) await applyOutcome(context, state, livenessStep, outcome, actorOf(input))
}

async function outcomeOf(
  context: VerificationContext,
  state: JourneyState,
  review: ReviewRow,
  { decision, by }: ReviewDecision,
): Promise<Outcome | undefined> {
  const isSame = decision === 'clear'
  const checks = [checkOf(context, review, by, isSame), ...earlierChecks(context, review)]
  if (!isSame) return identityDiffers(checks)
  const face = faceOf(state.draft)
  // The decision was already applied before a crash.
  if (!face) return undefined
  // `judgeFace` repeats the comparison with the person's faceprint.
  const others = checks.filter(({ check }) => check !== 'faceprint-match')
  return await judgeFace(context, state, { face, checks: others, isNameCleared: true })
}
