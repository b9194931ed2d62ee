import {
  DecideReview,
  Done,
  Review,
  ReviewDecided,
  ReviewPictures,
  Reviews,
  ReviewsQuery,
  SanctionLists,
  ScreenByHand,
  ScreeningResult,
  ShowReview,
  type Static,
} from '@touchstone/contract'
import {
  InputError,
  insertAudit,
  requirePermission,
  requireReviewer,
  selectMerchantByNo,
  tablesOf,
} from '@touchstone/kyc'
import { listVersions } from '@touchstone/screening'
import {
  decideReview,
  pageReviews,
  reviewPictures,
  showReview,
  withdrawOpinion,
} from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { changedBy } from './changed-by.ts'
import { hitLine, reviewLine, reviewView } from './review-view.ts'
import { type DashboardCall, dashboardServer, done } from './serve-dashboard.ts'

const actionOf = {
  decided: 'review.decided',
  first: 'review.opinion-given',
  disagreed: 'review.disagreed',
} as const

/**
 * Routes for open reviews, manual name screening and the lists. They are registered twice: for the operator,
 * who handles the reviews of all merchants, and for merchants to whom reviews are delegated, who handle only
 * the reviews of their own programs.
 */
export function addReviewsRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { verification, screening: imported } = services.runtime

  for (const base of ['/merchants/:mchNo', '/operator'] as const) {
    serve<undefined, Static<typeof ReviewsQuery>>({
      method: 'GET',
      path: `${base}/reviews`,
      permission: 'reviews.decide',
      query: ReviewsQuery,
      answer: Reviews,
      async handle(call) {
        const { onlyOf } = await reviewerOf(call)
        const { decided, ...of } = call.query
        const page = await pageReviews(verification, { ...of, decided: decided === 'yes', onlyOf })
        return { ...page, reviews: page.reviews.map(reviewLine) }
      },
    })
    serve<Static<typeof ShowReview>>({
      method: 'POST',
      path: `${base}/reviews/show`,
      permission: 'reviews.decide',
      body: ShowReview,
      answer: Review,
      async handle(call) {
        const reviewer = await reviewerOf(call)
        const { by, onlyOf } = reviewer
        const shown = reviewView(await showReview(verification, { ...call.body, onlyOf }), by)
        await note(call, reviewer, 'review.seen')
        return shown
      },
    })
    serve<Static<typeof ShowReview>>({
      method: 'POST',
      path: `${base}/reviews/pictures`,
      permission: 'reviews.decide',
      body: ShowReview,
      answer: ReviewPictures,
      async handle(call) {
        const reviewer = await reviewerOf(call)
        const { pictures } = await reviewPictures(verification, { ...call.body, ...reviewer })
        await note(call, reviewer, 'review.pictures-seen')
        return { pictures }
      },
    })
    serve<DecideReview>({
      method: 'POST',
      path: `${base}/reviews/decide`,
      permission: 'reviews.decide',
      body: DecideReview,
      answer: ReviewDecided,
      async handle(call) {
        requireReviewer(call.signedIn, call.mchNo)
        const reviewer = await reviewerOf(call)
        const outcome = await decideReview(verification, { ...call.body, ...reviewer, isMember: true })
        await note(call, reviewer, actionOf[outcome], { decision: call.body.decision })
        return { outcome }
      },
    })
    serve<Static<typeof ShowReview>>({
      method: 'POST',
      path: `${base}/reviews/withdraw`,
      permission: 'reviews.decide',
      body: ShowReview,
      answer: Done,
      async handle(call) {
        const reviewer = await reviewerOf(call)
        await withdrawOpinion(verification, { ...call.body, ...reviewer })
        await note(call, reviewer, 'review.opinion-withdrawn')
        return done
      },
    })
    serve<ScreenByHand>({
      method: 'POST',
      path: `${base}/screen`,
      permission: 'reviews.decide',
      body: ScreenByHand,
      answer: ScreeningResult,
      async handle({ body: { name, birthDate, nationality } }) {
        const screening = await verification.checkers.screening()
        await screening.refresh()
        const { hits, policy } = await screening.screen({
          names: [name],
          ...(birthDate !== undefined && { birthDate }),
          ...(nationality !== undefined && { nationalities: [nationality] }),
        })
        const current = (await listVersions(imported, {})).filter(({ state }) => state === 'current')
        const lists = current.map(({ list, version, publishedAt, importedAt, entries }) => ({
          ...{ list, version, publishedAt, entries, importedAt: importedAt.toISOString() },
        }))
        return { hits: hits.map(hitLine), policy, lists }
      },
    })
    serve({
      method: 'GET',
      path: `${base}/lists`,
      permission: 'lists.read',
      answer: SanctionLists,
      async handle() {
        const versions = await listVersions(imported, {})
        return {
          lists: versions.map(({ list, version, publishedAt, importedAt, state, entries, names }) => ({
            ...{ list, version, publishedAt, state, entries, names, importedAt: importedAt.toISOString() },
          })),
        }
      },
    })
  }
}

type Reviewer = { by: string; onlyOf: number | undefined }

/**
 * A call on a merchant's route affects only that merchant, even if a member of the operator makes the call.
 */
async function reviewerOf(call: DashboardCall<unknown, unknown>): Promise<Reviewer> {
  const { context, signedIn, mchNo } = call
  const { memberNo: by } = requirePermission(signedIn, 'reviews.decide', mchNo)
  if (mchNo === undefined) return { by, onlyOf: undefined }
  const merchant = await selectMerchantByNo(tablesOf(context), mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  return { by, onlyOf: merchant.id }
}

/**
 * Writes the audit entry of an action. It is written after the action, which a different engine performs, so
 * a failed action has no audit entry.
 */
async function note(
  call: DashboardCall<{ id: number }, unknown>,
  { onlyOf }: Reviewer,
  action: string,
  detail: Record<string, string> = {},
): Promise<void> {
  const { context } = call
  await insertAudit(context, tablesOf(context), {
    ...{ ...changedBy(call), merchantId: onlyOf ?? null, action, target: String(call.body.id), detail },
    at: new Date(context.clock.now()),
  })
}
