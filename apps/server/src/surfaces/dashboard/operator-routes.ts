import { MerchantNames } from '@touchstone/contract'
import { selectMerchants, tablesOf } from '@touchstone/kyc'
import type { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { dashboardServer } from './serve-dashboard.ts'

/** What is the operator's alone. */
export function addOperatorRoutes(app: FastifyInstance, services: Services & { ajv: Ajv }): void {
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
}
