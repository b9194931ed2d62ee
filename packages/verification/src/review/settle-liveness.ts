import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { faceOf } from '../journey/draft-face.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { deletePictures } from '../journey/review-picture-store.ts'
import type { ReviewRow } from '../journey/review-store.ts'
import type { Outcome } from '../journey/step.ts'
import { judgeFace, livenessStep } from '../steps/liveness.ts'
import type { ReviewDecision } from './review-decision.ts'
import { actorOf, checkOf, earlierChecks } from './review-detail.ts'

/**
 * Applies a reviewer's decision on a recording without colours. The face is compared and enrolled only after
 * this decision, because until then nobody has confirmed that it belongs to a live person.
 */
export async function settleLiveness(
  context: VerificationContext,
  state: JourneyState,
  review: ReviewRow,
  input: ReviewDecision,
): Promise<void> {
  // Do not apply the decision to a journey that failed or whose person was erased before the decision.
  const outcome = state.failure ? undefined : await outcomeOf(context, state, review, input)
  const at = new Date(context.clock.now())
  const actor = actorOf(input)
  const event = { reason: 'review.decided', actor, operator: input.by, at }
  await deletePictures(journeyTablesOf(context), { reviewId: review.id }, event)
  if (outcome) await applyOutcome(context, state, livenessStep, outcome, actor)
}

async function outcomeOf(
  context: VerificationContext,
  state: JourneyState,
  review: ReviewRow,
  { decision, by }: ReviewDecision,
): Promise<Outcome | undefined> {
  const isLive = decision === 'clear'
  const checks = [checkOf(context, review, by, isLive), ...earlierChecks(context, review)]
  if (!isLive) return { kind: 'negative', screen: 'face-recognition', reason: 'face.not-live', checks }
  const face = faceOf(state.draft)
  // The decision was already applied before a crash and is now repeated.
  if (!face) return undefined
  return await judgeFace(context, state, { face, checks })
}
