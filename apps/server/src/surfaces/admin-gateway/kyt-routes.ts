import {
  batchOperations,
  customerTransferOperations,
  kytOperations,
  maxItemsAtOnce,
  type RequestOf,
  type RiskExplanation,
  type RiskScore,
  riskOperations,
  transferOperations,
  watchOperations,
} from '@touchstone/contract'
import type { Access } from '@touchstone/kyc'
import {
  addBatch,
  addWatch,
  checkTransfer,
  decideAsMember,
  explainRiskScore,
  getAddressActions,
  getAddressCounterparty,
  getAddressLabels,
  getAddressOverview,
  getAddressProfile,
  getBatch,
  getCustomer,
  getKytStatus,
  getRiskScore,
  getTransfer,
  investigateTransactions,
  listTransfers,
  listWatches,
  type RiskQuery,
  recordQuestion,
  registerTransfer,
  removeWatch,
  type ScoreCaller,
  scoreAtOnce,
} from '@touchstone/kyt'
import type { Askers } from '../../plugins/askers.ts'
import { serveOperation } from '../../plugins/serve-operation.ts'
import type { Surface } from '../surface.ts'

/** The number of scores that can be calculated at the same time is limited per merchant. */
const callerOf = (mchNo: string): ScoreCaller => ({ owner: mchNo, isTimed: true })

/** Whether a batch is scored in the background. A batch larger than the rate limit could never be answered at once. */
const isJob = (
  { async, items, request_id }: RequestOf<typeof batchOperations.scoreBatch>,
  { callsPerSecond }: Access,
): boolean =>
  async === true || request_id !== undefined || items.length > Math.min(callsPerSecond, maxItemsAtOnce)

export const kytRoutes: Surface = (app, services) => {
  const { askers, kytReader, logger, recentQueries, runtime } = services
  const record = async (
    call: Parameters<Askers['of']>[0],
    { coin, address, txid }: RiskQuery,
    answer: RiskScore | RiskExplanation,
  ) => {
    const by = await askers.of(call)
    if (by === undefined) return
    const merchant = call.access.merchant.mchNo
    const query = { coin, ...(address !== undefined && { address }), ...(txid !== undefined && { txid }) }
    await recordQuestion(kytReader, runtime.kyt, { merchant, by, query, answer })
  }
  const noteProblem = (err: unknown) => logger.error({ err }, 'an address of a batch could not be scored')
  const operations = kytOperations

  serveOperation(app, services, operations.getKytStatus, () => getKytStatus(kytReader))
  serveOperation(app, services, operations.getAddressLabels, ({ input }) =>
    getAddressLabels(kytReader, input),
  )
  serveOperation(app, services, operations.getAddressActions, ({ input, access }) =>
    getAddressActions(kytReader, input, callerOf(access.merchant.mchNo)),
  )
  serveOperation(app, services, operations.getAddressCounterparty, ({ input, access }) =>
    getAddressCounterparty(kytReader, input, callerOf(access.merchant.mchNo)),
  )
  serveOperation(app, services, operations.getAddressOverview, ({ input, access }) =>
    getAddressOverview(kytReader, input, callerOf(access.merchant.mchNo)),
  )
  serveOperation(app, services, operations.getAddressProfile, ({ input, access }) =>
    getAddressProfile(kytReader, input, callerOf(access.merchant.mchNo)),
  )
  serveOperation(app, services, operations.getRiskScore, async ({ input, access, request }) => {
    const { mchNo } = access.merchant
    const answer = await getRiskScore(kytReader, input, await kytReader.policyOf(mchNo), callerOf(mchNo))
    recentQueries.note(mchNo, input)
    await record({ access, request }, input, answer)
    return answer
  })
  serveOperation(app, services, riskOperations.explainRiskScore, async ({ input, access, request }) => {
    const { mchNo } = access.merchant
    const answer = await explainRiskScore(kytReader, input, await kytReader.policyOf(mchNo), callerOf(mchNo))
    recentQueries.note(mchNo, input)
    await record({ access, request }, input, answer)
    return answer
  })
  serveOperation(
    app,
    services,
    batchOperations.scoreBatch,
    async ({ input, access, request }) => {
      const { mchNo: merchant } = access.merchant
      const { items, request_id: requestId } = input
      if (!isJob(input, access)) {
        const scored = await scoreAtOnce(kytReader, { merchant, items }, noteProblem)
        for (const { coin, address, risk } of scored.result_list)
          if (risk !== null) await record({ access, request }, { coin, address }, risk)
        return scored
      }
      const { keyId } = access
      const by = await askers.of({ access, request })
      return await addBatch(runtime.kyt, { merchant, keyId, items, by, ...(requestId && { requestId }) })
    },
    // Starting a job counts as one call. Its addresses count when they are scored.
    { callsOf: ({ input, access }) => (isJob(input, access) ? 1 : input.items.length) },
  )
  serveOperation(app, services, batchOperations.getRiskBatch, ({ input, access }) =>
    getBatch(runtime.kyt, { merchant: access.merchant.mchNo, id: input.batch_id }),
  )
  serveOperation(app, services, transferOperations.checkTransfer, async ({ input, access }) => {
    const { mchNo } = access.merchant
    return await checkTransfer(kytReader, input, await kytReader.policyOf(mchNo), callerOf(mchNo))
  })
  const ofTransfers = customerTransferOperations
  serveOperation(app, services, ofTransfers.registerTransfer, async ({ input, access }) => {
    const { mchNo: merchant } = access.merchant
    return await registerTransfer(runtime.kyt, kytReader, { ...input, merchant }, callerOf(merchant))
  })
  serveOperation(app, services, ofTransfers.listTransfers, ({ input, access }) =>
    listTransfers(runtime.kyt, { ...input, merchant: access.merchant.mchNo }),
  )
  serveOperation(app, services, ofTransfers.getTransfer, ({ input, access }) =>
    getTransfer(runtime.kyt, { ...input, merchant: access.merchant.mchNo }),
  )
  serveOperation(app, services, ofTransfers.decideTransfer, ({ input, access }) =>
    decideAsMember(runtime.kyt, { ...input, merchant: access.merchant.mchNo }),
  )
  serveOperation(app, services, ofTransfers.getCustomer, ({ input, access }) =>
    getCustomer(runtime.kyt, { ...input, merchant: access.merchant.mchNo }),
  )
  serveOperation(app, services, operations.investigateTransactions, ({ input, access, callerIsGone }) =>
    investigateTransactions(kytReader, input, callerOf(access.merchant.mchNo), callerIsGone()),
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
