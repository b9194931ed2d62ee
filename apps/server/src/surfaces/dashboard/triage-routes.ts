import {
  AssignTriage,
  FinishTriage,
  ListTriage,
  TriageChanged,
  TriagePage,
  TriageToCase,
} from '@touchstone/contract'
import { addTriageToCase, assignTriage, finishTriage, listTriage, type TriageView } from '@touchstone/kyc'
import { assignCase, findTransfers } from '@touchstone/kyt'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { caseActing, seesReviews } from './cases-routes.ts'
import { type DashboardCall, dashboardServer } from './serve-dashboard.ts'

/** Routes for the list of alerts, held transfers and reviews that wait for a member. */
export function addTriageRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { kyt } = services.runtime
  const base = '/merchants/:mchNo/triage'
  const permission = 'cases.work' as const

  serve<ListTriage>({
    ...{ method: 'POST', path: `${base}/list`, permission, body: ListTriage, answer: TriagePage },
    async handle(call) {
      const page = await listTriage(call.context, viewOf(call), call.body)
      return { ...page, entries: await withReferences(kyt, call.mchNo ?? '', page.entries) }
    },
  })
  serve<AssignTriage>({
    ...{ method: 'POST', path: `${base}/assign`, permission, body: AssignTriage, answer: TriageChanged },
    async handle(call) {
      const { context, body, mchNo: merchant = '' } = call
      const assign = (id: number) => assignCase(kyt, { merchant, id, member: body.member })
      return countOf(await assignTriage(context, viewOf(call), body, assign))
    },
  })
  serve<FinishTriage>({
    ...{ method: 'POST', path: `${base}/handled`, permission, body: FinishTriage, answer: TriageChanged },
    handle: async (call) => countOf(await finishTriage(call.context, viewOf(call), call.body)),
  })
  serve<TriageToCase>({
    ...{ method: 'POST', path: `${base}/to-case`, permission, body: TriageToCase, answer: TriageChanged },
    handle: async (call) => countOf(await addTriageToCase(call.context, viewOf(call), call.body)),
  })
}

function viewOf(call: DashboardCall<unknown, unknown>): TriageView {
  return { ...caseActing(call), seesReviews: seesReviews(call) }
}

const countOf = (rows: readonly object[]) => ({ changed: rows.length })

/** Adds the merchant's own numbers of transfers and customers, which the list does not store. */
async function withReferences(
  kyt: Services['runtime']['kyt'],
  merchant: string,
  entries: TriagePage['entries'],
): Promise<TriagePage['entries']> {
  const ids = entries.flatMap(({ kind, ref }) => (kind === 'transfer' ? [Number(ref)] : []))
  const found = await findTransfers(kyt, { merchant, ids })
  return entries.map((entry) => {
    const transfer = entry.kind === 'transfer' ? found.get(Number(entry.ref)) : undefined
    if (!transfer) return entry
    const { reference, customer, amount, amount_usd: usd, coverage } = transfer
    const facts = { ...entry.facts, reference, customer, amount, usd: usd === '' ? null : usd }
    return { ...entry, facts: { ...facts, ...(coverage.state === 'none' && { score: null, level: null }) } }
  })
}
