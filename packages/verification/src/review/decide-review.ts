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

/** `first`: it waits for a second member. `disagreed`: the second said otherwise, and it is open again. */
export type Decided = 'decided' | 'first' | 'disagreed'

/**
 * Somebody has looked: "clear" is nobody of the list, nobody known, a document as it is read now, or a live person;
 * "confirm" is the listed party, the same face, a document that is refused, or nobody alive. The journey goes on or fails,
 * and the journal says that an operator, or the merchant, decided. Where two have to decide, the second carries it out.
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
  // What does not hold is said to who reads it so, not to the second.
  checkReading(context, state, input)
  const given = await addOpinion(context, input)
  if (given.kind !== 'agreed') return given.kind
  await settleReview(context, review, { ...input, by: given.by })
  return 'decided'
}

/** Takes the first opinion back: by its maker alone. */
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
  if (review.decidedAt) throw unknownReview('This review is decided already.')
  return review
}

function byMembersAlone(): OperatorError {
  return new OperatorError({
    code: 'review.two-people',
    message:
      'Two members decide this review, each signed in: a name on the command line is nobody’s second pair of eyes.',
    remedy: 'Decide it in the dashboard, under Reviews.',
  })
}

function noDocument(): OperatorError {
  return new OperatorError({
    code: 'review.field',
    message: 'This review is not about a document: it has no fields to give.',
    remedy: 'Decide it without them.',
  })
}
