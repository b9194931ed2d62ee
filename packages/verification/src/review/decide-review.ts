import { decideUniqueness } from '@touchstone/biometrics'
import { OperatorError } from '@touchstone/common'
import { reverseCheck } from '@touchstone/kyc'
import type { Hit } from '@touchstone/screening'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { faceOf, withoutFace } from '../journey/draft-face.ts'
import { endedStatuses } from '../journey/ended-statuses.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { decideReviewRow, insertCleared, type ReviewRow, selectReview } from '../journey/review-store.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { Outcome } from '../journey/step.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { selectShared, selectUnderWay } from '../people/person-journeys-store.ts'
import { goOn } from '../pipeline/advance.ts'
import { revokePerson } from '../revocation/revoke-person.ts'
import { reviewNoteColumn } from '../sealed-columns.ts'
import { filmAgain, livenessStep } from '../steps/liveness.ts'
import { screeningStep } from '../steps/screening.ts'
import type { ReviewDecision } from './review-decision.ts'
import { checkOf, detailOf, earlierChecks } from './review-detail.ts'
import { settleDocument } from './settle-document.ts'
import { settleLiveness } from './settle-liveness.ts'

/**
 * A person of the operator's has looked: "clear" is nobody of the list, nobody known, a document as it is read now, or a
 * live person; "confirm" is the listed party, the same face, a document that is refused, or nobody alive. The journey
 * goes on or fails, and the journal says that an operator decided.
 */
export async function decideReview(context: VerificationContext, input: ReviewDecision): Promise<void> {
  const db = journeyTablesOf(context)
  const review = await selectReview(db, input.id)
  if (!review) throw unknown('There is no review of this number.')
  if (review.decidedAt) throw unknown('This review is decided already.')
  if (review.kind !== 'document' && (input.zone || input.fields)) throw noDocument()
  const at = new Date(context.clock.now())
  // What follows bears to be done twice; the row is closed last, so that a death in between leaves it open.
  if (review.kind === 'rescreening') await settleRescreening(context, review, input)
  else await settle(context, review, input)
  await decideReviewRow(db, {
    id: review.id,
    decision: input.decision,
    by: input.by,
    noteSealed: input.note ? context.vault.seal(input.note, reviewNoteColumn.at(review.id)) : null,
    at,
  })
  await goOn(context, review.journeyId)
}

async function settle(context: VerificationContext, review: ReviewRow, input: ReviewDecision): Promise<void> {
  const state = await loadState(context, review.journeyId)
  if (state.journey.attempt !== review.attempt) return
  if (review.kind === 'document') return await settleDocument(context, state, review, input)
  if (review.kind === 'liveness') return await settleLiveness(context, state, review, input)
  if (review.kind === 'sanction' && input.decision === 'confirm')
    return await declineEverywhere(context, review, input.by, state.journey)
  // Declined by another review meanwhile: there is nothing left to go on with.
  if (state.failure) return
  if (review.kind === 'sanction') {
    await clearHits(context, review, state.program.merchantId, state.journey.personId)
    const checks = [checkOf(context, review, input.by, true)]
    return await applyOutcome(context, state, screeningStep, { kind: 'passed', checks }, 'operator')
  }
  const isCleared = input.decision === 'clear'
  // Another model was set meanwhile: the face can't be looked for among those that were enrolled since.
  if (isCleared && isOfFormerModel(context, state))
    return await applyOutcome(context, state, livenessStep, filmAgain, 'operator')
  const isOther = isCleared && (await enrolCleared(context, state))
  // Cleared of whom it was like then, it may be refused all the same: the very face came in by another account since.
  const checks = [...earlierChecks(context, review), checkOf(context, review, input.by, isOther)]
  const outcome: Outcome = isOther
    ? { kind: 'passed', checks, also: sealDraft(context, state, withoutFace(state.draft)) }
    : { kind: 'negative', screen: 'existing-faceprint', reason: 'face.known-already', checks }
  await applyOutcome(context, state, livenessStep, outcome, 'operator')
}

function isOfFormerModel({ trades }: VerificationContext, { draft }: JourneyState): boolean {
  const face = faceOf(draft)
  return face !== undefined && face.model !== trades.faceLimits().embeddings[0]?.model
}

/** False where somebody is enrolled by now with whom no operator can have compared. */
async function enrolCleared(context: VerificationContext, state: JourneyState): Promise<boolean> {
  const { document } = state.draft
  const face = faceOf(state.draft)
  if (!face) throw new Error('a face that waited for a decision is not there')
  const gallery = await context.trades.gallery()
  const models = context.trades.faceLimits().embeddings
  const birthYear = Number(document?.fields.birthDate.slice(0, 4)) || undefined
  const { enrolled } = await gallery.enrol(
    {
      person: faceprintName(context.vault, state.journey.svcId),
      ...face,
      ...(birthYear !== undefined && { birthYear }),
      ...(document && { documentHash: Buffer.from(document.numberHash, 'hex') }),
    },
    ({ candidates, size }) =>
      decideUniqueness({ candidates, gallerySize: size, models }).verdict !== 'duplicate',
  )
  return enrolled
}

async function settleRescreening(
  context: VerificationContext,
  review: ReviewRow,
  { decision, by }: ReviewDecision,
): Promise<void> {
  const { program, journey } = await loadState(context, review.journeyId)
  if (decision === 'clear') await clearHits(context, review, program.merchantId, journey.personId)
  else await declineEverywhere(context, review, by, journey)
}

/** It is the listed party: what is under way ends, and what was shared with any merchant says so from now on. */
async function declineEverywhere(
  context: VerificationContext,
  review: ReviewRow,
  by: string,
  person: { personId: number; svcId: string },
): Promise<void> {
  const { personId } = person
  const db = journeyTablesOf(context)
  const check = checkOf(context, review, by, false)
  const declined = { screen: 'not-eligible', reason: 'screening.declined', checks: [check] } as const
  for (const journeyId of await selectUnderWay(db, personId, endedStatuses)) {
    const state = await loadState(context, journeyId)
    await applyOutcome(context, state, screeningStep, { kind: 'negative', ...declined }, 'operator')
  }
  for (const { journeyId } of await selectShared(db, personId))
    await reverseCheck(context.kyc, journeyId, check)
  await revokePerson(context, person)
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

function noDocument(): OperatorError {
  return new OperatorError({
    code: 'review.field',
    message: 'This review is not about a document: it has no fields to give.',
    remedy: 'Decide it without them.',
  })
}

function unknown(message: string): OperatorError {
  return new OperatorError({
    code: 'review.unknown',
    message,
    remedy: 'See what is open with: npx touchstone review list',
  })
}
