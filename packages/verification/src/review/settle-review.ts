import { decideUniqueness } from '@touchstone/biometrics'
import type { Hit } from '@touchstone/screening'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { faceOf, withoutFace } from '../journey/draft-face.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { openHeldReviews } from '../journey/review-room.ts'
import { selectOwnerOf } from '../journey/review-room-store.ts'
import { decideReviewRow, insertCleared, type ReviewRow } from '../journey/review-store.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { Outcome } from '../journey/step.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { advanceInBackground } from '../pipeline/advance.ts'
import { reviewNoteColumn } from '../sealed-columns.ts'
import { livenessStep, repeatFilm, searchKeys } from '../steps/liveness.ts'
import { screeningStep } from '../steps/screening.ts'
import { testReviewOutcome, testReviewStep } from '../steps/test-steps.ts'
import { declineAtMerchant, declineEverywhere } from './decline.ts'
import type { ReviewDecision } from './review-decision.ts'
import { actorOf, checkOf, detailOf, earlierChecks } from './review-detail.ts'
import { settleDocument } from './settle-document.ts'
import { settleIdentity } from './settle-identity.ts'
import { settleLiveness } from './settle-liveness.ts'

/** Applies a decision: continues or fails the journey, and then closes the review. */
export async function settleReview(
  context: VerificationContext,
  review: ReviewRow,
  input: ReviewDecision,
): Promise<void> {
  const at = new Date(context.clock.now())
  // The effects are idempotent. The row is closed last, so that after a crash the review is still open and
  // the decision can be repeated.
  if (review.kind === 'rescreening') await settleRescreening(context, review, input)
  else await settle(context, review, input)
  const owner = await selectOwnerOf(journeyTablesOf(context), review.id)
  await decideReviewRow(journeyTablesOf(context), {
    id: review.id,
    decision: input.decision,
    by: input.by,
    noteSealed: input.note ? context.vault.seal(input.note, reviewNoteColumn.at(review.id)) : null,
    at,
  })
  await openHeldReviews(context, owner)
  await advanceInBackground(context, review.journeyId)
}

async function settle(context: VerificationContext, review: ReviewRow, input: ReviewDecision): Promise<void> {
  const state = await loadState(context, review.journeyId)
  if (state.journey.attempt !== review.attempt) return
  if (state.program.test) {
    const outcome = testReviewOutcome(context, state, input.decision)
    return await applyOutcome(context, state, testReviewStep, outcome, actorOf(input))
  }
  if (review.kind === 'document') return await settleDocument(context, state, review, input)
  if (review.kind === 'liveness') return await settleLiveness(context, state, review, input)
  if (review.kind === 'identity') return await settleIdentity(context, state, review, input)
  if (review.kind === 'sanction' && input.decision === 'confirm')
    return await decline(context, review, input, state.journey)
  // The person has already been declined in another review.
  if (state.failure) return
  const actor = actorOf(input)
  if (review.kind === 'sanction') {
    await clearHits(context, review, state.program.merchantId, state.journey.personId)
    const checks = [checkOf(context, review, input.by, true)]
    return await applyOutcome(context, state, screeningStep, { kind: 'passed', checks }, actor)
  }
  const isCleared = input.decision === 'clear'
  // If the model was replaced while the review was open, the face cannot be compared with people enrolled
  // with the new model.
  if (isCleared && isOfFormerModel(context, state))
    return await applyOutcome(context, state, livenessStep, repeatFilm, actor)
  const isOther = isCleared && (await enrolCleared(context, state))
  // A cleared face can still be rejected, because another account could have enrolled it while the review was
  // open.
  const checks = [...earlierChecks(context, review), checkOf(context, review, input.by, isOther)]
  const outcome: Outcome = isOther
    ? { kind: 'passed', checks, also: sealDraft(context, state, withoutFace(state.draft)) }
    : { kind: 'negative', screen: 'existing-faceprint', reason: 'face.known-already', checks }
  await applyOutcome(context, state, livenessStep, outcome, actor)
}

function isOfFormerModel({ checkers }: VerificationContext, { draft }: JourneyState): boolean {
  const face = faceOf(draft)
  return face !== undefined && face.model !== checkers.faceLimits().embeddings[0]?.model
}

/**
 * Enrols the face. Returns false if a duplicate of the face was enrolled after the reviewer saw the
 * comparison.
 */
async function enrolCleared(context: VerificationContext, state: JourneyState): Promise<boolean> {
  const face = faceOf(state.draft)
  if (!face) throw new Error('the face under review is missing')
  const gallery = await context.checkers.gallery()
  const models = context.checkers.faceLimits().embeddings
  const released: string[] = []
  const { enrolled } = await gallery.enrol(
    {
      person: faceprintName(context.vault, state.journey.svcId),
      ...face,
      ...searchKeys(state.draft),
      models,
    },
    ({ candidates, size, own }) => {
      // Since the review was opened, another person may have been accepted with the same login.
      const limits = own && models.find(({ model }) => model === own.model)
      if (own && own.distance > (limits?.same ?? 0)) return false
      // The reviewer's decision deletes the matched faceprints of erased people and refused faces.
      for (const { person, keptUntil } of candidates) if (keptUntil !== undefined) released.push(person)
      const accounts = candidates.filter(({ keptUntil }) => keptUntil === undefined)
      return decideUniqueness({ candidates: accounts, gallerySize: size, models }).verdict !== 'duplicate'
    },
  )
  if (enrolled) for (const name of released) await gallery.remove(name)
  return enrolled
}

async function settleRescreening(
  context: VerificationContext,
  review: ReviewRow,
  input: ReviewDecision,
): Promise<void> {
  const { program, journey } = await loadState(context, review.journeyId)
  if (input.decision === 'confirm') return await decline(context, review, input, journey)
  // If a merchant has confirmed the hit, the operator's decision applies to all other merchants but does not
  // override that merchant's confirmation.
  if (!review.forOperator) await clearHits(context, review, program.merchantId, journey.personId)
}

async function decline(
  context: VerificationContext,
  review: ReviewRow,
  { by, onlyOf }: ReviewDecision,
  person: { personId: number; svcId: string },
): Promise<void> {
  if (onlyOf === undefined) await declineEverywhere(context, review, by, person)
  else await declineAtMerchant(context, review, { by, onlyOf }, person)
}

async function clearHits(
  context: VerificationContext,
  review: ReviewRow,
  merchantId: number,
  personId: number,
): Promise<void> {
  const { hits = [] } = detailOf(context, review) as { hits?: Hit[] }
  const at = new Date(context.clock.now())
  for (const { list, entryId, entryHash } of hits)
    await insertCleared(journeyTablesOf(context), { merchantId, personId, list, entryId, entryHash, at })
}
