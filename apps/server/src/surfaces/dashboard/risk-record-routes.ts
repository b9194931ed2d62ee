import { Readable } from 'node:stream'
import {
  DecideRisk,
  Done,
  QuestionRule,
  Questions,
  QuestionsQuery,
  ReportFile,
  ReportId,
  Reports,
  ReportsQuery,
  RiskDecisionView,
  RiskQuery,
  ServiceError,
  type Static,
} from '@touchstone/contract'
import { csvLine, findEmails, InputError, recordChange } from '@touchstone/kyc'
import {
  allQuestions,
  decideRisk,
  digestOfReport,
  explainRiskScore,
  getReport,
  listQuestions,
  listReports,
  type RecordedQuestion,
  recordQuestion,
  recordsApiQuestions,
  saveReport,
} from '@touchstone/kyt'
import { changeQuestionRule } from '@touchstone/runtime'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { decisionsOn, showDecisions } from './answer-question.ts'
import { changedBy, memberNoOf } from './changed-by.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/** Columns of the exported questions. */
const columns = [
  ...['time', 'channel', 'by', 'member', 'coin', 'address', 'txid', 'score', 'level', 'coverage'],
  ...['model', 'policy', 'ledger', 'labels', 'prices'],
]

/** Routes for recorded questions, the merchant's decisions on addresses, and saved reports. */
export function addRiskRecordRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { kytReader, runtime } = services
  const { kyt, kyc } = runtime
  const base = '/merchants/:mchNo'
  const keptDays = runtime.settings.riskRecordsKeptDays

  serve<Static<typeof DecideRisk>>({
    method: 'POST',
    path: `${base}/risk/decide`,
    permission: 'risk.decide',
    body: DecideRisk,
    answer: RiskDecisionView,
    async handle(call) {
      const { context, mchNo: merchant = '', body } = call
      const { decision, reason, ...query } = body
      if (reason.trim() === '') throw new InputError('reason', 'must state why you decide so')
      const member = memberNoOf(call)
      const policy = await kytReader.policyOf(merchant)
      const answer = await explainRiskScore(kytReader, query, policy, { owner: merchant, isTimed: true })
      const by = { channel: 'dashboard', asker: member } as const
      await recordQuestion(kytReader, kyt, { merchant, by, query, answer })
      const made = await decideRisk(kyt, { merchant, query, decision, reason: reason.trim(), member, answer })
      // The log is permanent and shown to other roles, so it does not contain the address.
      const detail = { decision, level: made.level }
      const change = { mchNo: merchant, action: 'risk.decided', target: made.id, detail }
      await recordChange(context, change, changedBy(call))
      const [shown] = await showDecisions(services, merchant, [made])
      if (shown === undefined) throw new ServiceError('system')
      return shown
    },
  })

  serve<Static<typeof QuestionsQuery>>({
    method: 'POST',
    path: `${base}/questions/list`,
    permission: 'risk.read',
    body: QuestionsQuery,
    answer: Questions,
    async handle({ mchNo: merchant = '', body }) {
      const { questions, more } = await listQuestions(kyt, { merchant, ...body })
      return { questions: await withNames(merchant, questions), more, keptDays }
    },
  })
  serve({
    method: 'GET',
    path: `${base}/questions.csv`,
    permission: 'risk.read',
    async handle(call) {
      const { context, mchNo: merchant = '', reply } = call
      const change = { mchNo: merchant, action: 'questions.exported', target: merchant, detail: {} }
      await recordChange(context, change, changedBy(call))
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="questions.csv"')
      return Readable.from(
        (async function* () {
          yield csvLine(columns)
          for await (const some of allQuestions(kyt, { merchant }))
            yield (await withNames(merchant, some)).map((each) => csvLine(cellsOf(each))).join('')
        })(),
      )
    },
  })
  serve({
    method: 'GET',
    path: `${base}/questions/rule`,
    permission: 'risk.read',
    answer: QuestionRule,
    handle: async ({ mchNo = '' }) => ({ recordsApi: await recordsApiQuestions(kyt, mchNo) }),
  })
  serve<Static<typeof QuestionRule>>({
    method: 'POST',
    path: `${base}/questions/rule`,
    permission: 'settings.change',
    body: QuestionRule,
    answer: Done,
    async handle(call) {
      await changeQuestionRule(runtime, { mchNo: call.mchNo ?? '', ...call.body }, changedBy(call))
      return done
    },
  })

  serve<Static<typeof RiskQuery>>({
    method: 'POST',
    path: `${base}/reports`,
    permission: 'risk.read',
    body: RiskQuery,
    answer: ReportFile,
    async handle(call) {
      const { context, mchNo: merchant = '', body: query } = call
      const member = memberNoOf(call)
      const access = await services.accessService.merchantByNo(merchant)
      const [decision] = await decisionsOn(services, merchant, query)
      const emails = await findEmails(kyc, merchant, [member])
      const file = await saveReport(kytReader, kyt, {
        merchant: { mch_no: merchant, name: access?.merchant.name ?? '' },
        author: { member, email: emails.get(member) ?? '', channel: 'dashboard' },
        ...{ query, decision: decision ? withoutId(decision) : null },
        caller: { owner: merchant, isTimed: false },
      })
      const by = { channel: 'dashboard', asker: member } as const
      const answer = file.report.answer.explanation
      await recordQuestion(kytReader, kyt, { merchant, by, query, answer })
      const detail = { digest: digestOfReport(file) }
      const change = { mchNo: merchant, action: 'report.saved', target: file.report.id, detail }
      await recordChange(context, change, changedBy(call))
      return file
    },
  })
  serve<Static<typeof ReportsQuery>>({
    method: 'POST',
    path: `${base}/reports/list`,
    permission: 'risk.read',
    body: ReportsQuery,
    answer: Reports,
    async handle({ mchNo: merchant = '', body }) {
      const { reports, more } = await listReports(kyt, { merchant, ...body })
      const emails = await findEmails(
        kyc,
        merchant,
        reports.map(({ madeBy }) => madeBy),
      )
      return {
        reports: reports.map(({ madeBy, ...line }) => ({ ...line, by: emails.get(madeBy) ?? madeBy })),
        ...{ more, keptDays },
      }
    },
  })
  serve<Static<typeof ReportId>>({
    method: 'POST',
    path: `${base}/reports/show`,
    permission: 'risk.read',
    body: ReportId,
    answer: ReportFile,
    async handle({ mchNo: merchant = '', body }) {
      const file = await getReport(kyt, { merchant, ...body })
      if (file === undefined) throw new InputError('id', 'matches no stored report of the merchant')
      return file
    },
  })

  async function withNames(merchant: string, questions: readonly RecordedQuestion[]) {
    const emails = await findEmails(
      kyc,
      merchant,
      questions.map(({ asker }) => asker),
    )
    return questions.map(({ asker, ...question }) => {
      const email = emails.get(asker)
      return { ...question, by: email ?? asker, member: email === undefined ? null : asker }
    })
  }
}

type Named = Static<typeof Questions>['questions'][number]

function cellsOf({ versions, ...question }: Named): string[] {
  return [
    ...[question.at, question.channel, question.by, question.member ?? ''],
    ...[question.coin, question.address, question.txid],
    ...[String(question.score), question.level, question.coverage],
    ...[versions.model, versions.policy],
    ...[String(versions.ledger), String(versions.labels), String(versions.prices)],
  ]
}

function withoutId({ id: _, ...decision }: RiskDecisionView) {
  return decision
}
