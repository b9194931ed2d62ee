import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { dayText } from '../journey/day-text.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { deletePictures } from '../journey/review-picture-store.ts'
import type { ReviewRow } from '../journey/review-store.ts'
import type { Outcome } from '../journey/step.ts'
import { documentStep } from '../steps/document.ts'
import { judgeDocument, numberHashOf } from '../steps/judge-document.ts'
import { readByOperator } from './read-by-operator.ts'
import type { ReviewDecision } from './review-decision.ts'
import { actorOf } from './review-detail.ts'

/**
 * Applies a reviewer's decision on a document, under the same rules as for an automatic reading. Deletes the
 * pictures first, so that no pictures exist once the decision has taken effect.
 */
export async function settleDocument(
  context: VerificationContext,
  state: JourneyState,
  review: ReviewRow,
  input: ReviewDecision,
): Promise<void> {
  const outcome = await outcomeOf(context, state, review, input)
  const actor = actorOf(input)
  const event = { reason: 'review.decided', actor, operator: input.by }
  const at = new Date(context.clock.now())
  await deletePictures(journeyTablesOf(context), { reviewId: review.id }, { ...event, at })
  // Do not apply the decision to a journey that failed or whose person was erased before the decision.
  if (outcome && !state.failure) await applyOutcome(context, state, documentStep, outcome, actor)
}

/** Rejects an invalid reading before the decision is written. */
export function checkReading(
  context: VerificationContext,
  { draft: { document } }: JourneyState,
  { zone, fields }: ReviewDecision,
): void {
  if (!document || (!zone && !fields)) return
  readByOperator(document, { ...(zone && { zone }), ...(fields && { fields }) }, dayText(context.clock))
}

async function outcomeOf(
  context: VerificationContext,
  state: JourneyState,
  review: ReviewRow,
  { decision, by, zone, fields, onlyOf }: ReviewDecision,
): Promise<Outcome | undefined> {
  const { document } = state.draft
  if (!document) return undefined
  if (decision === 'confirm') {
    const evidenceHash = evidenceOf(context.vault, review.detailSealed ?? '', by)
    const check = { check: 'document', passed: false, checker: `review ${review.id}`, evidenceHash }
    return { kind: 'negative', screen: 'ocr', reason: 'document.refused', checks: [check] }
  }
  const reading = { ...(zone && { zone }), ...(fields && { fields }) }
  const read = readByOperator(document, reading, dayText(context.clock))
  const numberHash = numberHashOf(context.vault, read.fields)
  const settled = { ...document, ...read, numberHash, ...(onlyOf !== undefined && { onlyAt: onlyOf }) }
  return await judgeDocument(context, state, settled, `review ${review.id}`)
}
