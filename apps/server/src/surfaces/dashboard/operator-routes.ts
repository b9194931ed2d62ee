import { MerchantNames, MerchantsOfService, ReviewRule, ServiceReviewRule } from '@touchstone/contract'
import { plans, selectMerchants, setReviewRule, showReviewRule, tablesOf } from '@touchstone/kyc'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { changedBy } from './changed-by.ts'
import { dashboardServer } from './serve-dashboard.ts'

/**
 * Operator-only routes: the list of all merchants, and the rules that determine who makes review decisions.
 */
export function addOperatorRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  serve({
    method: 'GET',
    path: '/operator/merchants',
    permission: 'merchants.read',
    answer: MerchantNames,
    async handle({ context }) {
      const merchants = await selectMerchants(tablesOf(context), new Date(context.clock.now()))
      return { merchants: merchants.map(({ mchNo, name }) => ({ mchNo, name })) }
    },
  })
  serve({
    method: 'GET',
    path: '/operator/merchants/all',
    permission: 'merchants.read',
    answer: MerchantsOfService,
    async handle({ context }) {
      const merchants = await selectMerchants(tablesOf(context), new Date(context.clock.now()))
      return {
        merchants: merchants.map(({ plan, callsPerSecond, createdAt, ...merchant }) => ({
          ...{ mchNo: merchant.mchNo, name: merchant.name, demo: merchant.demo, plan },
          ...{ liveKeys: merchant.liveKeys, programs: merchant.programs, since: createdAt.toISOString() },
          ...{ delegated: merchant.reviewsDelegated, byTwo: merchant.reviewsByTwo },
          callsPerSecond: callsPerSecond ?? plans[plan],
        })),
      }
    },
  })
  serve<ReviewRule>({
    method: 'POST',
    path: '/merchants/:mchNo/review-rule',
    permission: 'reviews.delegate',
    body: ReviewRule,
    answer: ReviewRule,
    handle: async (call) =>
      await setReviewRule(call.context, { mchNo: call.mchNo, ...call.body }, changedBy(call)),
  })
  serve({
    method: 'GET',
    path: '/operator/review-rule',
    permission: 'reviews.delegate',
    answer: ServiceReviewRule,
    async handle({ context }) {
      const { byTwo } = await showReviewRule(context, {})
      return { byTwo }
    },
  })
  serve<ServiceReviewRule>({
    method: 'POST',
    path: '/operator/review-rule',
    permission: 'reviews.delegate',
    body: ServiceReviewRule,
    answer: ServiceReviewRule,
    async handle(call) {
      const { byTwo } = await setReviewRule(call.context, { byTwo: call.body.byTwo }, changedBy(call))
      return { byTwo }
    },
  })
}
