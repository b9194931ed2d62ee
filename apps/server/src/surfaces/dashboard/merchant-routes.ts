import { Done, MerchantSettings, maxWatches, RenameMerchant, TransferSetting } from '@touchstone/contract'
import {
  InputError,
  needsTwo,
  plans,
  selectMerchantByNo,
  showReviewRule,
  tablesOf,
  updateMerchant,
} from '@touchstone/kyc'
import { needTwoDecide } from '@touchstone/kyt'
import { changeTransferRule } from '@touchstone/runtime'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { changedBy } from './changed-by.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/**
 * Routes for a merchant's profile. Owners can change the name. Only the operator can change the plan and the
 * limits.
 */
export function addMerchantRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const path = '/merchants/:mchNo/settings'
  serve({
    method: 'GET',
    path,
    permission: 'overview.read',
    answer: MerchantSettings,
    async handle({ context, mchNo = '' }) {
      const merchant = await selectMerchantByNo(tablesOf(context), mchNo)
      if (!merchant) throw new InputError('merchant', 'is not known')
      const { id, name, plan, callsPerSecond, support, createdAt } = merchant
      const { delegated } = await showReviewRule(context, { mchNo })
      return {
        ...{ mchNo, name, plan, support, since: createdAt.toISOString() },
        ...{ callsPerSecond: callsPerSecond ?? plans[plan], ownLimit: callsPerSecond !== null },
        mostWatches: services.runtime.kyt.watchLimit ?? maxWatches,
        ...{ reviewsDelegated: delegated, reviewsByTwo: await needsTwo(context, id) },
        transfersByTwo: await needTwoDecide(services.runtime.kyt, mchNo),
      }
    },
  })
  serve<RenameMerchant>({
    method: 'POST',
    path: '/merchants/:mchNo/settings/name',
    permission: 'settings.change',
    body: RenameMerchant,
    answer: Done,
    async handle(call) {
      await updateMerchant(call.context, { mchNo: call.mchNo ?? '', name: call.body.name }, changedBy(call))
      return done
    },
  })
  serve<TransferSetting>({
    method: 'POST',
    path: '/merchants/:mchNo/settings/transfers',
    permission: 'settings.change',
    body: TransferSetting,
    answer: Done,
    async handle(call) {
      const { byTwo } = call.body
      await changeTransferRule(services.runtime, { mchNo: call.mchNo ?? '', byTwo }, changedBy(call))
      return done
    },
  })
}
