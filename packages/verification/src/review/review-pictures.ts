import { OperatorError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { takePictures } from '../journey/review-picture-store.ts'
import { kindsWithPictures, selectReview } from '../journey/review-store.ts'
import { retention } from '../people/retention.ts'
import { reviewPictureColumn } from '../sealed-columns.ts'
import type { ReviewScope } from './review-decision.ts'
import { actorOf, detailOf } from './review-detail.ts'

export type ReviewPicture = {
  type: 'jpg' | 'png' | 'webp' | 'bin'
  base64: string
  /** The movement that the person was asked to make at this point of the recording. */
  asked?: string
}

const dayMs = 86_400_000

/**
 * Returns a review's pictures of a document or a recording, for the reviewer only. Records who accessed the
 * pictures.
 */
export async function reviewPictures(
  context: VerificationContext,
  { id, by, onlyOf }: { id: number; by: string } & ReviewScope,
): Promise<{ id: number; pictures: ReviewPicture[] }> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  const review = await selectReview(db, id, { onlyOf })
  if (!review || !kindsWithPictures.includes(review.kind))
    throw none('No review with this number contains pictures.')
  const isOver = review.openedAt.getTime() + retention.pictureDays * dayMs <= now
  const event = { reason: 'review', actor: actorOf({ onlyOf }), operator: by, at: new Date(now) }
  const sealed =
    isOver || review.decidedAt
      ? []
      : await db.transaction().execute((tables) => takePictures(tables, id, event))
  if (sealed.length === 0) throw none('The pictures of this review have been deleted.')
  const { film = [] } = detailOf(context, review) as { film?: { asked: string }[] }
  return {
    id,
    pictures: sealed.map((picture) => {
      const base64 = context.vault.open(picture.sealed, reviewPictureColumn.at(id, picture.number))
      const asked = film[picture.number - 1]?.asked
      const type = typeOf(Buffer.from(base64.slice(0, 24), 'base64'))
      return { type, base64, ...(asked !== undefined && { asked }) }
    }),
  }
}

function typeOf(head: Buffer): ReviewPicture['type'] {
  if (head[0] === 0xff && head[1] === 0xd8) return 'jpg'
  if (head.subarray(1, 4).toString('latin1') === 'PNG') return 'png'
  return head.subarray(8, 12).toString('latin1') === 'WEBP' ? 'webp' : 'bin'
}

function none(message: string): OperatorError {
  return new OperatorError({
    code: 'review.no-pictures',
    message,
    remedy: 'List open reviews with: npx touchstone review list',
  })
}
