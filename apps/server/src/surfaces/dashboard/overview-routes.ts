import { Overview, OverviewQuery, type Static } from '@touchstone/contract'
import { allows, requirePermission, showOverview } from '@touchstone/kyc'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { listAlerts } from './list-alerts.ts'
import { dashboardServer } from './serve-dashboard.ts'

const alertsShown = 10
const usualDays = '30'

/** Route for the overview page's summary of recent activity. */
export function addOverviewRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)

  serve<undefined, Static<typeof OverviewQuery>>({
    method: 'GET',
    path: '/merchants/:mchNo/overview',
    permission: 'overview.read',
    query: OverviewQuery,
    answer: Overview,
    async handle({ context, signedIn, mchNo = '', query }) {
      const { role } = requirePermission(signedIn, 'overview.read', mchNo)
      const shown = await showOverview(context, { mchNo, days: Number(query.days ?? usualDays) })
      return { ...shown, alerts: allows(role, 'risk.read') ? await newestAlerts(services, mchNo) : null }
    },
  })
}

async function newestAlerts({ runtime }: Services, merchant: string): Promise<Overview['alerts']> {
  const { alerts } = await listAlerts(runtime.kyc, { merchant, limit: alertsShown })
  return alerts.map(({ id, at, coin, address, from, to }) => ({
    ...{ id, at, coin, address, from: from.level, to: to.level },
  }))
}
