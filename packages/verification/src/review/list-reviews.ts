import { reviewsPerPage } from '@touchstone/contract'
import { loadJourney, needsTwo } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { LookAlike } from '../journey/draft.ts'
import { type OpinionRow, selectOpinions } from '../journey/review-opinion-store.ts'
import { selectPictureJournal } from '../journey/review-picture-store.ts'
import {
  kindsWithPictures,
  type ReviewKind,
  type ReviewPlace,
  type ReviewRow,
  selectReview,
  selectReviews,
} from '../journey/review-store.ts'
import { describeLookAlikes } from './describe-look-alikes.ts'
import { type OpinionView, opinionView } from './opinions.ts'
import type { ReviewScope } from './review-decision.ts'
import { detailOf } from './review-detail.ts'
import { unknownReview } from './unknown-review.ts'

export type ReviewView = {
  id: number
  kind: ReviewKind
  svcId: string
  merchant: string
  programNo: string
  /** Whether the program is in test mode. */
  test: boolean
  openedAt: string
  decision: string
  decidedBy: string
  decidedAt: string
  /** Whether two members must decide. */
  byTwo: boolean
  /** The member who gave the first opinion. A second member must agree with it. */
  firstBy: string
}

type Filters = { decided: boolean; kind?: ReviewKind | undefined } & ReviewScope

/**
 * Returns a page of reviews. `next` is the value of `after` for the next page. If reviews are opened or
 * decided in the meantime, later pages neither repeat nor omit a review.
 */
export async function pageReviews(
  context: VerificationContext,
  { after, ...filters }: Filters & { after?: string | undefined },
): Promise<{ reviews: ReviewView[]; next: string | null }> {
  const place = after === undefined ? undefined : placeOf(after)
  const found = await listReviews(context, { ...filters, after: place, limit: reviewsPerPage + 1 })
  const reviews = found.slice(0, reviewsPerPage)
  const last = reviews.at(-1)
  const isLast = found.length <= reviewsPerPage || last === undefined
  return { reviews, next: isLast ? null : cursorOf(last, filters) }
}

function cursorOf({ id, openedAt, decidedAt }: ReviewView, { decided }: Filters): string {
  return `${Date.parse(decided ? decidedAt : openedAt)}.${id}`
}

function placeOf(cursor: string): ReviewPlace {
  const [at, id] = cursor.split('.').map(Number)
  return { at: new Date(at ?? 0), id: id ?? 0 }
}

/** The largest number of reviews that are listed without pages. */
const mostListed = 200

/** Returns open reviews, oldest first, or decided reviews, newest first. */
export async function listReviews(
  context: VerificationContext,
  options: Filters & { after?: ReviewPlace | undefined; limit?: number },
): Promise<ReviewView[]> {
  const db = journeyTablesOf(context)
  const { decided, limit = mostListed, ...of } = options
  const rows = await selectReviews(db, { open: !decided, limit, ...of })
  const ids = rows.map(({ id }) => id)
  const opinions = await selectOpinions(db, ids)
  const rules = new Map<number, Promise<boolean>>()
  return await Promise.all(
    rows.map((row) => {
      const ofThis = opinions.filter(({ reviewId }) => reviewId === row.id)
      return viewOf(context, row, ofThis, rules)
    }),
  )
}

/** Returns a review with its evidence, which only reviewers can see. */
export async function showReview(
  context: VerificationContext,
  { id, onlyOf }: { id: number } & ReviewScope,
): Promise<ReviewView & { detail: object; opinions: OpinionView[] }> {
  const db = journeyTablesOf(context)
  const row = await selectReview(db, id, { onlyOf })
  if (!row) throw unknownReview()
  const opinions = await selectOpinions(db, [id])
  const detail = await shownDetail(context, row)
  return {
    ...(await viewOf(context, row, opinions, new Map())),
    opinions: opinions.map((opinion) => opinionView(context, opinion)),
    detail: kindsWithPictures.includes(row.kind)
      ? { ...detail, pictures: await pictureJournal(context, id) }
      : detail,
  }
}

async function shownDetail(context: VerificationContext, row: ReviewRow): Promise<object> {
  const detail = detailOf(context, row)
  if (row.kind !== 'faceprint') return detail
  const { lookAlikes = [], ...rest } = detail as { lookAlikes?: LookAlike[] }
  return { ...rest, lookAlikes: await describeLookAlikes(context, row, lookAlikes) }
}

/** Returns the access history of the pictures, without the pictures. */
async function pictureJournal(context: VerificationContext, id: number): Promise<object[]> {
  const rows = await selectPictureJournal(journeyTablesOf(context), id)
  return rows.map(({ at, operator, ...row }) => ({
    ...row,
    ...(operator && { operator }),
    at: at.toISOString(),
  }))
}

async function viewOf(
  context: VerificationContext,
  row: ReviewRow,
  opinions: readonly OpinionRow[],
  /** Caches the merchants' review rules, so that each merchant is looked up only once. */
  rules: Map<number, Promise<boolean>>,
): Promise<ReviewView> {
  const loaded = await loadJourney(context.kyc, row.journeyId)
  const merchantId = loaded?.merchant.id
  if (merchantId !== undefined && !rules.has(merchantId))
    rules.set(merchantId, needsTwo(context.kyc, merchantId))
  return {
    id: row.id,
    kind: row.kind,
    svcId: loaded?.journey.svcId ?? '',
    merchant: loaded?.merchant.name ?? '',
    programNo: loaded?.program.programNo ?? '',
    test: loaded?.program.test ?? false,
    openedAt: row.openedAt.toISOString(),
    decision: row.decision ?? '',
    decidedBy: row.decidedBy ?? '',
    decidedAt: row.decidedAt?.toISOString() ?? '',
    byTwo: merchantId !== undefined && (await rules.get(merchantId)) === true,
    firstBy: opinions.find(({ endedAt }) => endedAt === null)?.by ?? '',
  }
}
