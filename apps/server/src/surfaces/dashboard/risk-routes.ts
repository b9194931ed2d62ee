import { Readable } from 'node:stream'
import {
  AgentRights,
  Alerts,
  AlertsQuery,
  Done,
  Investigation,
  maxBatchBytes,
  RiskCoins,
  RiskQuery,
  RiskReport,
  ScreeningIds,
  ScreeningProgress,
  Screenings,
  StartScreening,
  type Static,
  TransfersQuery,
  Watch,
  WatchAddress,
  WatchesPage,
  WatchList,
} from '@touchstone/contract'
import { recordChange } from '@touchstone/kyc'
import {
  addScreening,
  addWatch,
  getKytStatus,
  getScreening,
  investigateTransactions,
  listScreenings,
  listWatches,
  mayAgentsWatch,
  recordQuestion,
  removeWatch,
  writeScreening,
} from '@touchstone/kyt'
import { changeAgents } from '@touchstone/runtime'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { signalOfHangUp } from '../../plugins/signal-of-hang-up.ts'
import { answerQuestion, decisionsOn } from './answer-question.ts'
import { changedBy, memberNoOf } from './changed-by.ts'
import { listAlerts } from './list-alerts.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/** Uploaded lists count against the same limit as the console's calls. */
const consoleKey = (mchNo: string) => `console:${mchNo}`

/** Routes for address risk under the merchant's own policy, and for its watches and alerts. */
export function addRiskRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { kytReader, runtime } = services
  const base = '/merchants/:mchNo'

  serve({
    method: 'GET',
    path: `${base}/risk/coins`,
    permission: 'risk.read',
    answer: RiskCoins,
    handle: async () => ({ coins: (await getKytStatus(kytReader)).support_coin }),
  })
  serve<Static<typeof RiskQuery>>({
    method: 'POST',
    path: `${base}/risk`,
    permission: 'risk.read',
    body: RiskQuery,
    answer: RiskReport,
    async handle(call) {
      const { mchNo = '', body } = call
      const answer = await answerQuestion(services, mchNo, body)
      await recordQuestion(kytReader, runtime.kyt, {
        ...{ merchant: mchNo, query: body, answer: answer.explanation },
        by: { channel: 'dashboard', asker: memberNoOf(call) },
      })
      return { ...answer, decisions: await decisionsOn(services, mchNo, body) }
    },
  })
  serve<Static<typeof TransfersQuery>>({
    method: 'POST',
    path: `${base}/risk/transfers`,
    permission: 'risk.read',
    body: TransfersQuery,
    answer: Investigation,
    // Reading a page far down the list takes a long time, so reading stops if the caller disconnects.
    handle: async ({ mchNo = '', body, reply }) =>
      await investigateTransactions(kytReader, body, { owner: mchNo }, signalOfHangUp(reply)),
  })
  serve<Static<typeof StartScreening>>({
    method: 'POST',
    path: `${base}/screenings`,
    permission: 'risk.read',
    body: StartScreening,
    bodyLimit: maxBatchBytes,
    answer: ScreeningProgress,
    async handle(call) {
      const { context, mchNo = '', body } = call
      const started = await addScreening(runtime.kyt, {
        ...{ merchant: mchNo, keyId: consoleKey(mchNo), csv: body.csv },
        by: { channel: 'dashboard', asker: memberNoOf(call) },
      })
      const detail = { addresses: started.total }
      await recordChange(context, { mchNo, action: 'list.screened', target: mchNo, detail }, changedBy(call))
      return started
    },
  })
  serve({
    method: 'GET',
    path: `${base}/screenings`,
    permission: 'risk.read',
    answer: Screenings,
    handle: async ({ mchNo = '' }) => ({
      screenings: await listScreenings(runtime.kyt, { merchant: mchNo, keyId: consoleKey(mchNo) }),
    }),
  })
  serve<Static<typeof ScreeningIds>>({
    method: 'POST',
    path: `${base}/screenings/download`,
    permission: 'risk.read',
    body: ScreeningIds,
    async handle({ mchNo = '', body, reply }) {
      await getScreening(runtime.kyt, { merchant: mchNo, ...body })
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="screening.csv"')
      return Readable.from(writeScreening(runtime.kyt, { merchant: mchNo, ...body }))
    },
  })
  serve<Static<typeof WatchesPage>>({
    method: 'POST',
    path: `${base}/watches/list`,
    permission: 'risk.read',
    body: WatchesPage,
    answer: WatchList,
    handle: async ({ mchNo = '', body }) => await listWatches(runtime.kyt, { ...body, merchant: mchNo }),
  })
  serve({
    method: 'GET',
    path: `${base}/watches/agents`,
    permission: 'risk.read',
    answer: AgentRights,
    handle: async ({ mchNo = '' }) => ({ mayWatch: await mayAgentsWatch(runtime.kyt, mchNo) }),
  })
  serve<Static<typeof AgentRights>>({
    method: 'POST',
    path: `${base}/watches/agents`,
    permission: 'watches.change',
    body: AgentRights,
    answer: Done,
    async handle(call) {
      await changeAgents(runtime, { mchNo: call.mchNo ?? '', ...call.body }, changedBy(call))
      return done
    },
  })
  serve<Static<typeof WatchAddress>>({
    method: 'POST',
    path: `${base}/watches/add`,
    permission: 'watches.change',
    body: WatchAddress,
    answer: Watch,
    async handle(call) {
      const { context, mchNo = '', body } = call
      const watch = await addWatch(runtime.kyt, kytReader, { ...body, merchant: mchNo })
      const { coin, address } = watch
      await recordChange(
        context,
        { mchNo, action: 'watch.added', target: address, detail: { coin } },
        changedBy(call),
      )
      return watch
    },
  })
  serve<Static<typeof WatchAddress>>({
    method: 'POST',
    path: `${base}/watches/remove`,
    permission: 'watches.change',
    body: WatchAddress,
    answer: Done,
    async handle(call) {
      const { context, mchNo = '', body } = call
      const { removed } = await removeWatch(runtime.kyt, { ...body, merchant: mchNo })
      const entry = { mchNo, action: 'watch.removed', target: body.address, detail: { coin: body.coin } }
      if (removed) await recordChange(context, entry, changedBy(call))
      return done
    },
  })
  serve<undefined, Static<typeof AlertsQuery>>({
    method: 'GET',
    path: `${base}/alerts`,
    permission: 'risk.read',
    query: AlertsQuery,
    answer: Alerts,
    handle: async ({ mchNo = '', query }) =>
      await listAlerts(runtime.kyc, {
        merchant: mchNo,
        ...(query.before !== undefined && { before: Number(query.before) }),
      }),
  })
}
