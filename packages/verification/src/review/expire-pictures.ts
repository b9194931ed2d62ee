import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { withoutFace } from '../journey/draft-face.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { deletePictures } from '../journey/review-picture-store.ts'
import { openHeldReviews } from '../journey/review-room.ts'
import { closeReview, type ReviewRow, selectReviewsWithPicturesBefore } from '../journey/review-store.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import { writeFailure } from '../journey/verification-store.ts'
import { retention } from '../people/retention.ts'
import { currentStep } from '../pipeline/pipeline.ts'
import { documentStep } from '../steps/document.ts'
import { livenessStep } from '../steps/liveness.ts'

const dayMs = 86_400_000
/** The interval between two runs. A run also deletes pictures that expire before the next run. */
const betweenMs = 3_600_000
const batch = 100

/**
 * Ends reviews that were not decided within the announced period and deletes their pictures. The person is
 * asked to take new pictures. Opens held reviews that now fit within the limits. An interrupted run can be
 * repeated.
 */
export async function expirePictures(context: VerificationContext): Promise<number> {
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now() - retention.pictureDays * dayMs + betweenMs)
  let ended = 0
  for (;;) {
    const reviews = await selectReviewsWithPicturesBefore(db, { at, limit: batch })
    for (const review of reviews) await endReview(context, review)
    ended += reviews.length
    if (reviews.length < batch) break
  }
  await openHeldReviews(context)
  return ended
}

async function endReview(context: VerificationContext, review: ReviewRow): Promise<void> {
  const state = await loadState(context, review.journeyId)
  const at = new Date(context.clock.now())
  const { step, draft, ...failure } = review.kind === 'liveness' ? filmAgain(state) : documentAgain(state)
  const isTurn = currentStep(state)?.name === step.name
  const isUnderWay = isTurn && state.journey.attempt === review.attempt && !state.failure
  await journeyTablesOf(context)
    .transaction()
    .execute(async (tables) => {
      // Stop if another process has decided or closed the review.
      if (!(await closeReview(tables, { id: review.id, by: 'time', at }))) return
      await deletePictures(tables, { reviewId: review.id }, { reason: 'review.over', actor: 'server', at })
      if (!isUnderWay) return
      await sealDraft(context, state, draft)(tables)
      const { attempt, id: journeyId } = state.journey
      await writeFailure(tables, {
        journeyId,
        attempt,
        failure: { ...failure, retry: 'step' },
        tries: state.tries,
        pausedUntil: null,
        at,
      })
    })
}

/** Delete the reading together with its pictures, so that the journey cannot continue without a decision. */
function documentAgain({ draft: { document: _, retakes: __, ...draft } }: JourneyState) {
  return { step: documentStep, draft, screen: 'ocr', reason: 'document.review-over' }
}

function filmAgain({ draft }: JourneyState) {
  return {
    step: livenessStep,
    draft: withoutFace(draft),
    screen: 'face-recognition',
    reason: 'face.review-over',
  }
}
