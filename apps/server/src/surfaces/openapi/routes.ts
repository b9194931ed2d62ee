import { kycOperations } from '@touchstone/contract'
import { serveOperation } from '../../plugins/serve-operation.ts'
import type { Surface } from '../surface.ts'

export const openapi: Surface = (app, services) => {
  serveOperation(app, services, kycOperations.getStatistics, async ({ access }) => {
    return await services.statisticsCache.statisticsOf(access.merchant.id)
  })
}
