import { OperatorError } from '@touchstone/common'
import { needsTwo } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { type ReviewRow, selectReview } from '../journey/review-store.ts'
import { addOpinion, takeBackOpinion } from './opinions.ts'
import type { ReviewDecision, ReviewScope } from './review-decision.ts'
import { checkReading } from './settle-document.ts'
import { settleReview } from './settle-review.ts'
import { unknownReview } from './unknown-review.ts'

/**
 * `first`: a second member must decide. `disagreed`: the second member disagreed, and the review is open
 * again.
 */
export type Decided = 'decided' | 'first' | 'disagreed'

/**
 * Decides a review. Depending on the kind of review, "clear" means that the person is not the listed party,
 * is not a known person, has a document that was read correctly, or is live. "confirm" means that the person
 * is the listed party, has a known face, has a document that must be rejected, or is not live. The journey
 * continues or fails, and the journal names the operator or the merchant as the decision maker. If two
 * members must decide, only the second opinion takes effect.
 */
export async function decideReview(context: VerificationContext, input: ReviewDecision): Promise<Decided> {
  const review = await openReview(context, input)
  if (review.kind !== 'document' && (input.zone || input.fields)) throw noDocument()
  const state = await loadState(context, review.journeyId)
  if (!(await needsTwo(context.kyc, state.program.merchantId))) {
    await settleReview(context, review, input)
    return 'decided'
  }
  if (!input.isMember) throw byMembersAlone()
  // Validates the reading now, so that an error is shown to its author and not to the second member.
  checkReading(context, state, input)
  const given = await addOpinion(context, input)
  if (given.kind !== 'agreed') return given.kind
  await settleReview(context, review, { ...input, by: given.by })
  return 'decided'
}

/** Withdraws the first opinion on a review. Only the author of the opinion can withdraw it. */
export async function withdrawOpinion(
  context: VerificationContext,
  input: { id: number; by: string } & ReviewScope,
): Promise<void> {
  await openReview(context, input)
  await takeBackOpinion(context, input)
}

async function openReview(
  context: VerificationContext,
  { id, onlyOf }: { id: number } & ReviewScope,
): Promise<ReviewRow> {
  const review = await selectReview(journeyTablesOf(context), id, { onlyOf })
  if (!review) throw unknownReview()
  if (review.decidedAt) throw unknownReview('This review has already been decided.')
  return review
}

function byMembersAlone(): OperatorError {
  return new OperatorError({
    code: 'review.two-people',
    message:
      'This review must be decided by two signed-in members. A name on the command line does not count as a member.',
    remedy: 'Decide it in the dashboard, under Reviews.',
  })
}

function noDocument(): OperatorError {
  return new OperatorError({
    code: 'review.field',
    message: 'This review is not about a document, so it has no fields.',
    remedy: 'Repeat the decision without fields.',
  })
}
