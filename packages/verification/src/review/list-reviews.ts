import { OperatorError } from '@touchstone/common'
import { loadJourney } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { selectPictureJournal } from '../journey/review-picture-store.ts'
import {
  kindsWithPictures,
  type ReviewKind,
  type ReviewRow,
  selectReview,
  selectReviews,
} from '../journey/review-store.ts'
import { detailOf } from './review-detail.ts'

export type ReviewView = {
  id: number
  kind: ReviewKind
  svcId: string
  merchant: string
  programNo: string
  openedAt: string
  decision: string
  decidedBy: string
  decidedAt: string
}

const mostListed = 200

/** What waits for a decision, the oldest first; or what was decided. */
export async function listReviews(
  context: VerificationContext,
  { decided }: { decided: boolean },
): Promise<ReviewView[]> {
  const rows = await selectReviews(journeyTablesOf(context), { open: !decided, limit: mostListed })
  return await Promise.all(rows.map((row) => viewOf(context, row)))
}

/** One of them with what it rests on: shown to who decides, and to nobody else. */
export async function showReview(
  context: VerificationContext,
  { id }: { id: number },
): Promise<ReviewView & { detail: object }> {
  const row = await selectReview(journeyTablesOf(context), id)
  if (!row)
    throw new OperatorError({
      code: 'review.unknown',
      message: 'There is no review of this number.',
      remedy: 'See what is open with: npx touchstone review list',
    })
  const detail = detailOf(context, row)
  return {
    ...(await viewOf(context, row)),
    detail: kindsWithPictures.includes(row.kind)
      ? { ...detail, pictures: await pictureJournal(context, id) }
      : detail,
  }
}

/** What was done with the pictures, not the pictures. */
async function pictureJournal(context: VerificationContext, id: number): Promise<object[]> {
  const rows = await selectPictureJournal(journeyTablesOf(context), id)
  return rows.map(({ at, operator, ...row }) => ({
    ...row,
    ...(operator && { operator }),
    at: at.toISOString(),
  }))
}

async function viewOf(context: VerificationContext, row: ReviewRow): Promise<ReviewView> {
  const loaded = await loadJourney(context.kyc, row.journeyId)
  return {
    id: row.id,
    kind: row.kind,
    svcId: loaded?.journey.svcId ?? '',
    merchant: loaded?.merchant.name ?? '',
    programNo: loaded?.program.programNo ?? '',
    openedAt: row.openedAt.toISOString(),
    decision: row.decision ?? '',
    decidedBy: row.decidedBy ?? '',
    decidedAt: row.decidedAt?.toISOString() ?? '',
  }
}
