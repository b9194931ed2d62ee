import {
  AssignTransfer,
  Customer,
  CustomerPage,
  DecideOnTransfer,
  Done,
  ListCustomers,
  ListTransfers,
  NoteOnTransfer,
  ShowCustomer,
  ShowTransfer,
  type Static,
  TransferCase,
  TransferMembers,
  TransferOutcome,
  TransferPage,
} from '@touchstone/contract'
import { allows, InputError, listMembers, recordChange, requireReviewer, searchPeople } from '@touchstone/kyc'
import {
  addCaseNote,
  assignCase,
  customerNumber,
  decideCase,
  getCustomer,
  listCases,
  listCustomers,
  showCase,
  withdrawCaseOpinion,
} from '@touchstone/kyt'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { changedBy, memberNoOf } from './changed-by.ts'
import { type DashboardCall, dashboardServer, done } from './serve-dashboard.ts'

const actionOf = {
  decided: 'transfer.decided',
  first: 'transfer.opinion-given',
  disagreed: 'transfer.disagreed',
} as const

const momentOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/**
 * Routes for the transfers of a merchant's customers, the decisions on them, and the customers. Members who can see
 * people can see them, because they name customers.
 */
export function addTransfersRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { kyt } = services.runtime
  const base = '/merchants/:mchNo'

  serve<ListTransfers>({
    method: 'POST',
    path: `${base}/transfers/list`,
    permission: 'people.read',
    body: ListTransfers,
    answer: TransferPage,
    async handle(call) {
      const { mine, after, ...of } = call.body
      const { cases, next } = await listCases(kyt, {
        ...{ ...of, merchant: call.mchNo ?? '' },
        ...(mine && { assignedTo: memberNoOf(call) }),
        ...(after !== undefined && { cursor: after }),
      })
      return { transfers: cases, next: next === '' ? null : next }
    },
  })
  serve<ShowTransfer>({
    method: 'POST',
    path: `${base}/transfers/show`,
    permission: 'people.read',
    body: ShowTransfer,
    answer: TransferCase,
    async handle(call) {
      const shown = await showCase(kyt, { merchant: call.mchNo ?? '', ...call.body })
      return {
        ...shown,
        firstIsYours: shown.firstBy !== '' && shown.firstBy === memberNoOf(call),
        remarks: shown.remarks.map(({ at, decision, ended, ...remark }) => ({
          ...{ ...remark, at: at.toISOString() },
          decision: decision === '' ? null : decision,
          ended: ended === '' ? null : ended,
        })),
      }
    },
  })
  serve<DecideOnTransfer>({
    method: 'POST',
    path: `${base}/transfers/decide`,
    permission: 'transfers.decide',
    body: DecideOnTransfer,
    answer: TransferOutcome,
    async handle(call) {
      requireReviewer(call.signedIn, call.mchNo, 'transfers.decide')
      checkNote(call.body)
      const outcome = await decideCase(kyt, acting(call))
      await note(call, actionOf[outcome], { decision: call.body.decision })
      return { outcome }
    },
  })
  serve<ShowTransfer>({
    method: 'POST',
    path: `${base}/transfers/withdraw`,
    permission: 'transfers.decide',
    body: ShowTransfer,
    answer: Done,
    async handle(call) {
      await withdrawCaseOpinion(kyt, acting(call))
      await note(call, 'transfer.opinion-withdrawn')
      return done
    },
  })
  serve<NoteOnTransfer>({
    method: 'POST',
    path: `${base}/transfers/note`,
    permission: 'transfers.decide',
    body: NoteOnTransfer,
    answer: Done,
    async handle(call) {
      checkNote(call.body)
      await addCaseNote(kyt, acting(call))
      await note(call, 'transfer.noted')
      return done
    },
  })
  serve<AssignTransfer>({
    method: 'POST',
    path: `${base}/transfers/assign`,
    permission: 'transfers.decide',
    body: AssignTransfer,
    answer: Done,
    async handle(call) {
      const { mchNo = '', body } = call
      const { member } = body
      const isKnown =
        member === null ||
        member === memberNoOf(call) ||
        (await deciders(call)).some(({ memberNo }) => memberNo === member)
      if (!isKnown) throw new InputError('member', 'is not a member who can decide on transfers')
      await assignCase(kyt, { merchant: mchNo, ...body })
      await note(call, 'transfer.assigned', { member })
      return done
    },
  })
  serve({
    method: 'GET',
    path: `${base}/transfers/members`,
    permission: 'transfers.decide',
    answer: TransferMembers,
    handle: async (call) => ({ members: await deciders(call), you: memberNoOf(call) }),
  })

  serve<ListCustomers>({
    method: 'POST',
    path: `${base}/customers/list`,
    permission: 'people.read',
    body: ListCustomers,
    answer: CustomerPage,
    async handle({ mchNo = '', body }) {
      const { customers, next } = await listCustomers(kyt, { merchant: mchNo, ...body })
      const shown = customers.map(({ since, last, ...customer }) => ({
        ...{ ...customer, since: since.toISOString(), last: momentOf(last) },
      }))
      return { customers: shown, next: next === '' ? null : next }
    },
  })
  serve<Static<typeof ShowCustomer>>({
    method: 'POST',
    path: `${base}/customers/show`,
    permission: 'people.read',
    body: ShowCustomer,
    answer: Customer,
    async handle({ context, mchNo = '', body }) {
      const customer = await customerNumber(kyt, { merchant: mchNo, ...body })
      const summary = await getCustomer(kyt, { merchant: mchNo, customer })
      const { account, verification } = summary
      const isLinked = account !== '' && verification !== 'none' && verification !== 'unknown'
      const found = isLinked ? await searchPeople(context, { mchNo, find: account }) : undefined
      return { ...body, ...summary, svcId: found?.people[0]?.svcId ?? null }
    },
  })
}

function acting<Body extends object>(call: DashboardCall<Body, undefined>) {
  return { ...call.body, merchant: call.mchNo ?? '', by: memberNoOf(call) }
}

/** A note of blanks states no reason. */
function checkNote({ note }: { note: string }): void {
  if (note.trim() === '') throw new InputError('note', 'must state the reason')
}

/** Returns the merchant's members who can decide on its transfers. */
async function deciders({ context, mchNo }: DashboardCall<unknown, unknown>) {
  const members = await listMembers(context, { mchNo })
  return members
    .filter(({ role, accepted }) => accepted && allows(role, 'transfers.decide'))
    .map(({ memberNo, email }) => ({ memberNo, email }))
}

/**
 * Writes the audit entry of an action. It is written after the action, which a different engine performs, so a
 * failed action has no audit entry.
 */
async function note(
  call: DashboardCall<{ id: number }, undefined>,
  action: string,
  detail: Record<string, string | null> = {},
): Promise<void> {
  const { context, mchNo } = call
  await recordChange(context, { mchNo, action, target: String(call.body.id), detail }, changedBy(call))
}
