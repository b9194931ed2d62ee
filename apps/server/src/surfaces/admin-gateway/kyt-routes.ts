import { kytOperations, riskOperations, watchOperations } from '@touchstone/contract'
import {
  addWatch,
  explainRiskScore,
  getAddressActions,
  getAddressCounterparty,
  getAddressLabels,
  getAddressOverview,
  getAddressProfile,
  getKytStatus,
  getRiskScore,
  investigateTransactions,
  listWatches,
  removeWatch,
  type ScoreCaller,
} from '@touchstone/kyt'
import { serveOperation } from '../../plugins/serve-operation.ts'
import type { Surface } from '../surface.ts'

/** The number of scores that can be calculated at the same time is limited per merchant. */
const callerOf = (mchNo: string): ScoreCaller => ({ owner: mchNo, isTimed: true })

export const kytRoutes: Surface = (app, services) => {
  const { kytReader, recentQueries, runtime } = services
  const operations = kytOperations

  serveOperation(app, services, operations.getKytStatus, () => getKytStatus(kytReader))
  serveOperation(app, services, operations.getAddressLabels, ({ input }) =>
    getAddressLabels(kytReader, input),
  )
  serveOperation(app, services, operations.getAddressActions, ({ input }) =>
    getAddressActions(kytReader, input),
  )
  serveOperation(app, services, operations.getAddressCounterparty, ({ input }) =>
    getAddressCounterparty(kytReader, input),
  )
  serveOperation(app, services, operations.getAddressOverview, ({ input }) =>
    getAddressOverview(kytReader, input),
  )
  serveOperation(app, services, operations.getAddressProfile, ({ input }) =>
    getAddressProfile(kytReader, input),
  )
  serveOperation(app, services, operations.getRiskScore, async ({ input, access }) => {
    const { mchNo } = access.merchant
    const answer = await getRiskScore(kytReader, input, await kytReader.policyOf(mchNo), callerOf(mchNo))
    recentQueries.note(mchNo, input)
    return answer
  })
  serveOperation(app, services, riskOperations.explainRiskScore, async ({ input, access }) => {
    const { mchNo } = access.merchant
    const answer = await explainRiskScore(kytReader, input, await kytReader.policyOf(mchNo), callerOf(mchNo))
    recentQueries.note(mchNo, input)
    return answer
  })
  serveOperation(app, services, operations.investigateTransactions, ({ input, callerIsGone }) =>
    investigateTransactions(kytReader, input, callerIsGone()),
  )

  serveOperation(app, services, watchOperations.addWatch, ({ input, access }) =>
    addWatch(runtime.kyt, kytReader, { ...input, merchant: access.merchant.mchNo }),
  )
  serveOperation(app, services, watchOperations.listWatches, ({ input, access }) =>
    listWatches(runtime.kyt, { ...input, merchant: access.merchant.mchNo }),
  )
  serveOperation(app, services, watchOperations.removeWatch, ({ input, access }) =>
    removeWatch(runtime.kyt, { ...input, merchant: access.merchant.mchNo }),
  )
}
