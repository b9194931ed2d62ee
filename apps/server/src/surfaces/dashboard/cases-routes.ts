import { Readable } from 'node:stream'
import {
  AddCaseFile,
  AddCaseItems,
  AnswerClosing,
  Case,
  CaseClosed,
  CaseDueDays,
  CaseFileOf,
  CaseGraph,
  CaseGraphOf,
  CaseMembers,
  CaseNumber,
  CasePage,
  CaseReference,
  CaseRule,
  CasesWith,
  ChangeCase,
  CloseCase,
  CommentOnCase,
  caseLimits,
  Done,
  ListCases,
  OpenCase,
  RemoveCaseItem,
  RemoveCaseText,
  ReopenCase,
  ShowCase,
  type Static,
} from '@touchstone/contract'
import {
  type Acting,
  addCaseFile,
  addCaseItems,
  addTriageToCase,
  allows,
  answerClosing,
  closeCase,
  commentOnCase,
  editCase,
  exportCase,
  findCasesWith,
  listCaseMembers,
  listCases,
  noteCaseView,
  openCase,
  readCaseFile,
  readCaseGraph,
  removeCaseFile,
  removeCaseItem,
  removeCaseText,
  reopenCase,
  requirePermission,
  requireReviewer,
  setCaseRule,
  setDueDays,
  showCase,
  showCaseRule,
  showDueDays,
  withdrawClosing,
} from '@touchstone/kyc'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import {
  checkReference,
  checkReferences,
  exportPartsOf,
  type ReferenceScope,
  withNames,
} from './case-references.ts'
import { changedBy } from './changed-by.ts'
import { type DashboardCall, dashboardServer, done } from './serve-dashboard.ts'

/** A file in base64, and the rest of the request. */
const fileBytes = Math.ceil(caseLimits.fileBytes / 3) * 4 + 4096
/** A graph whose characters have two bytes each, and the rest of the request. */
const graphBytes = 2 * caseLimits.graphText + 8192

/**
 * Routes for a merchant's cases. Everything is sent in request bodies and not in URLs, because titles, texts and
 * references can be personal data.
 */
export function addCasesRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const base = '/merchants/:mchNo/cases'
  const permission = 'cases.work' as const
  const scopeOf = (call: DashboardCall<unknown, unknown>): ReferenceScope => ({
    ...{ services, context: call.context, mchNo: call.mchNo ?? '', seesReviews: seesReviews(call) },
  })

  serve<ListCases>({
    ...{ method: 'POST', path: `${base}/list`, permission, body: ListCases, answer: CasePage },
    handle: async (call) => await listCases(call.context, caseActing(call), call.body),
  })
  serve<Static<typeof ShowCase>>({
    ...{ method: 'POST', path: `${base}/show`, permission, body: ShowCase, answer: Case },
    async handle(call) {
      const shown = await showCase(call.context, { ...caseActing(call), ...call.body })
      await noteCaseView(call.context, { ...caseActing(call), ...call.body })
      return await withNames(scopeOf(call), shown)
    },
  })
  serve<OpenCase>({
    ...{ method: 'POST', path: `${base}/open`, permission, body: OpenCase, answer: CaseNumber },
    bodyLimit: graphBytes,
    async handle(call) {
      const { items = [], triage = [], ...input } = call.body
      const checked = await checkReferences(scopeOf(call), items)
      const number = await openCase(call.context, caseActing(call), { ...input, items: checked })
      const view = { ...caseActing(call), seesReviews: seesReviews(call) }
      if (triage.length > 0) await addTriageToCase(call.context, view, { ids: triage, number })
      return { number }
    },
  })
  serve<ChangeCase>({
    ...{ method: 'POST', path: `${base}/change`, permission, body: ChangeCase, answer: Done },
    async handle(call) {
      await editCase(call.context, caseActing(call), call.body)
      return done
    },
  })
  serve<CommentOnCase>({
    ...{ method: 'POST', path: `${base}/comment`, permission, body: CommentOnCase, answer: Done },
    async handle(call) {
      await commentOnCase(call.context, { ...caseActing(call), ...call.body })
      return done
    },
  })
  serve<RemoveCaseText>({
    ...{ method: 'POST', path: `${base}/remove-text`, permission, body: RemoveCaseText, answer: Done },
    async handle(call) {
      await removeCaseText(call.context, { ...caseActing(call), ...call.body })
      return done
    },
  })
  serve<AddCaseItems>({
    ...{ method: 'POST', path: `${base}/items/add`, permission, body: AddCaseItems, answer: Done },
    bodyLimit: graphBytes,
    async handle(call) {
      const { number, items } = call.body
      const checked = await checkReferences(scopeOf(call), items)
      await addCaseItems(call.context, { ...caseActing(call), number }, checked)
      return done
    },
  })
  serve<RemoveCaseItem>({
    ...{ method: 'POST', path: `${base}/items/remove`, permission, body: RemoveCaseItem, answer: Done },
    async handle(call) {
      await removeCaseItem(call.context, { ...caseActing(call), ...call.body })
      return done
    },
  })
  serve<Static<typeof CaseGraphOf>>({
    ...{ method: 'POST', path: `${base}/graph`, permission, body: CaseGraphOf, answer: CaseGraph },
    async handle(call) {
      const graph = await readCaseGraph(call.context, { mchNo: call.mchNo ?? '', ...call.body })
      await noteCaseView(call.context, { ...caseActing(call), number: call.body.number })
      return graph
    },
  })
  serve<CaseReference>({
    ...{ method: 'POST', path: `${base}/with`, permission, body: CaseReference, answer: CasesWith },
    async handle(call) {
      const { mchNo = '' } = call
      const found = await checkReference(scopeOf(call), call.body)
      return found
        ? await findCasesWith(call.context, { mchNo, kind: found.kind, ref: found.ref })
        : { cases: [] }
    },
  })
  serve<AddCaseFile>({
    ...{ method: 'POST', path: `${base}/files/add`, permission, body: AddCaseFile, answer: Done },
    bodyLimit: fileBytes,
    async handle(call) {
      const { base64, ...file } = call.body
      const content = Buffer.from(base64, 'base64')
      await addCaseFile(call.context, { ...caseActing(call), ...file, content })
      return done
    },
  })
  serve<CaseFileOf>({
    ...{ method: 'POST', path: `${base}/files/read`, permission, body: CaseFileOf },
    async handle(call) {
      const { name, mediaType, content } = await readCaseFile(call.context, {
        ...{ mchNo: call.mchNo ?? '', ...call.body },
      })
      await noteCaseView(call.context, { ...caseActing(call), ...call.body })
      asAttachment(call, mediaType, name)
      return Readable.from([content])
    },
  })
  serve<CaseFileOf>({
    ...{ method: 'POST', path: `${base}/files/remove`, permission, body: CaseFileOf, answer: Done },
    async handle(call) {
      await removeCaseFile(call.context, { ...caseActing(call), ...call.body })
      return done
    },
  })
  serve<CloseCase>({
    ...{ method: 'POST', path: `${base}/close`, permission, body: CloseCase, answer: CaseClosed },
    async handle(call) {
      requireReviewer(call.signedIn, call.mchNo, permission)
      return { status: await closeCase(call.context, { ...caseActing(call), ...call.body }) }
    },
  })
  serve<AnswerClosing>({
    ...{
      method: 'POST',
      path: `${base}/answer-closing`,
      permission,
      body: AnswerClosing,
      answer: CaseClosed,
    },
    async handle(call) {
      requireReviewer(call.signedIn, call.mchNo, permission)
      return { status: await answerClosing(call.context, { ...caseActing(call), ...call.body }) }
    },
  })
  serve<Static<typeof ShowCase>>({
    ...{ method: 'POST', path: `${base}/withdraw-closing`, permission, body: ShowCase, answer: Done },
    async handle(call) {
      await withdrawClosing(call.context, { ...caseActing(call), ...call.body })
      return done
    },
  })
  serve<ReopenCase>({
    ...{ method: 'POST', path: `${base}/reopen`, permission, body: ReopenCase, answer: Done },
    async handle(call) {
      requireReviewer(call.signedIn, call.mchNo, permission)
      await reopenCase(call.context, { ...caseActing(call), ...call.body })
      return done
    },
  })
  serve<Static<typeof ShowCase>>({
    ...{ method: 'POST', path: `${base}/export`, permission, body: ShowCase },
    async handle(call) {
      const { number } = call.body
      const parts = await exportCase(call.context, { ...caseActing(call), number }, (shown) =>
        exportPartsOf(scopeOf(call), shown),
      )
      asAttachment(call, 'application/zip', `case-${number}.zip`)
      return Readable.from(parts)
    },
  })
  serve({
    ...{ method: 'GET', path: `${base}/members`, permission, answer: CaseMembers },
    async handle(call) {
      const { context, mchNo = '' } = call
      const [members, rule] = [
        await listCaseMembers(context, { mchNo }),
        await showCaseRule(context, { mchNo }),
      ]
      const dueDays = await showDueDays(context, { mchNo })
      return { members, you: caseActing(call).member, ...rule, dueDays }
    },
  })
  serve<CaseDueDays>({
    ...{
      method: 'POST',
      path: `${base}/due-days`,
      permission: 'settings.change',
      body: CaseDueDays,
      answer: Done,
    },
    async handle(call) {
      await setDueDays(call.context, { mchNo: call.mchNo ?? '', days: call.body }, changedBy(call))
      return done
    },
  })
  serve<Static<typeof CaseRule>>({
    ...{
      method: 'POST',
      path: `${base}/rule`,
      permission: 'settings.change',
      body: CaseRule,
      answer: CaseRule,
    },
    handle: async (call) =>
      await setCaseRule(call.context, { mchNo: call.mchNo ?? '', ...call.body }, changedBy(call)),
  })
}

/** The signed-in member, as cases record it. */
export function caseActing(call: DashboardCall<unknown, unknown>): Acting {
  const { signedIn, mchNo = '' } = call
  return { mchNo, member: requirePermission(signedIn, 'cases.work', mchNo).memberNo, by: changedBy(call) }
}

/** Returns whether the member can decide the merchant's reviews, which contain data about people. */
export function seesReviews({ signedIn, mchNo }: DashboardCall<unknown, unknown>): boolean {
  const { role, reviewsDelegated } = requirePermission(signedIn, 'cases.work', mchNo)
  return allows(role, 'reviews.decide', reviewsDelegated === true)
}

/** Files are never shown by the browser: a member could have added one that looks like a page of the service. */
function asAttachment({ reply }: DashboardCall<unknown, unknown>, mediaType: string, name: string): void {
  reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
}
