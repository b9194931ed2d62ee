import {
  DecideReview,
  Done,
  Review,
  ReviewPictures,
  Reviews,
  ReviewsQuery,
  SanctionLists,
  ScreenByHand,
  Screened,
  ShowReview,
  type Static,
} from '@touchstone/contract'
import { insertAudit, type SignedIn, tablesOf } from '@touchstone/kyc'
import { listVersions } from '@touchstone/screening'
import { decideReview, listReviews, reviewPictures, showReview } from '@touchstone/verification'
import type { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { changedBy } from './changed-by.ts'
import { hitLine, reviewLine, reviewView } from './review-view.ts'
import { type DashboardCall, dashboardServer, done } from './serve-dashboard.ts'

/** What waits for a person of the operator's; names asked by hand; the lists. */
export function addReviewsRoutes(app: FastifyInstance, services: Services & { ajv: Ajv }): void {
  const serve = dashboardServer(app, services)
  const { verification, screening } = services.runtime

  serve<undefined, Static<typeof ReviewsQuery>>({
    method: 'GET',
    path: '/operator/reviews',
    permission: 'reviews.decide',
    query: ReviewsQuery,
    answer: Reviews,
    async handle({ query }) {
      const reviews = await listReviews(verification, { decided: query.decided === 'yes' })
      return { reviews: reviews.map(reviewLine) }
    },
  })
  serve<Static<typeof ShowReview>>({
    method: 'POST',
    path: '/operator/reviews/show',
    permission: 'reviews.decide',
    body: ShowReview,
    answer: Review,
    async handle(call) {
      const shown = reviewView(await showReview(verification, call.body))
      await note(call, 'review.seen', call.body.id, {})
      return shown
    },
  })
  serve<Static<typeof ShowReview>>({
    method: 'POST',
    path: '/operator/reviews/pictures',
    permission: 'reviews.decide',
    body: ShowReview,
    answer: ReviewPictures,
    async handle(call) {
      const { pictures } = await reviewPictures(verification, { ...call.body, by: memberNoOf(call.signedIn) })
      await note(call, 'review.pictures-seen', call.body.id, {})
      return { pictures }
    },
  })
  serve<DecideReview>({
    method: 'POST',
    path: '/operator/reviews/decide',
    permission: 'reviews.decide',
    body: DecideReview,
    answer: Done,
    async handle(call) {
      await decideReview(verification, { ...call.body, by: memberNoOf(call.signedIn) })
      await note(call, 'review.decided', call.body.id, { decision: call.body.decision })
      return done
    },
  })
  serve<ScreenByHand>({
    method: 'POST',
    path: '/operator/screen',
    permission: 'reviews.decide',
    body: ScreenByHand,
    answer: Screened,
    async handle({ body: { name, birthDate, nationality } }) {
      const desk = await verification.trades.screening()
      await desk.refresh()
      const { hits, policy } = await desk.screen({
        names: [name],
        ...(birthDate !== undefined && { birthDate }),
        ...(nationality !== undefined && { nationalities: [nationality] }),
      })
      return { hits: hits.map(hitLine), policy }
    },
  })
  serve({
    method: 'GET',
    path: '/operator/lists',
    permission: 'lists.read',
    answer: SanctionLists,
    async handle() {
      const versions = await listVersions(screening, {})
      return {
        lists: versions.map(({ list, version, publishedAt, importedAt, state, entries, names }) => ({
          ...{ list, version, publishedAt, state, entries, names, importedAt: importedAt.toISOString() },
        })),
      }
    },
  })
}

function memberNoOf({ memberships }: SignedIn): string {
  return memberships.find(({ role }) => role === 'operator')?.memberNo ?? ''
}

/** Reviews are another engine's, in the same store: the entry follows the deed, and a deed that failed has none. */
async function note(
  call: DashboardCall<unknown, unknown>,
  action: string,
  id: number,
  detail: Record<string, string>,
): Promise<void> {
  const { context } = call
  await insertAudit(tablesOf(context), {
    ...{ ...changedBy(call), merchantId: null, action, target: String(id), detail },
    at: new Date(context.clock.now()),
  })
}
