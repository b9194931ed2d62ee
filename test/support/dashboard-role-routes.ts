import { type DashboardAnswer, type DashboardBrowser, retryLimited } from './dashboard.ts'

/** A route for a merchant or the operator, with a sample call. */
export type Call = ((browser: DashboardBrowser, base: string) => Promise<DashboardAnswer>) & { route: string }
export type RoleRoute = {
  name: string
  /** Roles with access, in addition to the operator, who has access to everything. */
  may: readonly string[]
  /**
   * Expected status of the sample call on the merchant's route, for roles with access and for the operator.
   */
  merchant: number
  operator?: number
  call: Call
}

export const get = (path: string): Call =>
  Object.assign(
    (browser: DashboardBrowser, base: string) => retryLimited(() => browser.get(`${base}${path}`)),
    {
      route: `GET ${path.replace(/\?.*/, '')}`,
    },
  )
export const post = (path: string, body: Record<string, unknown> = {}): Call =>
  Object.assign(
    (browser: DashboardBrowser, base: string) => retryLimited(() => browser.post(`${base}${path}`, body)),
    { route: `POST ${path}` },
  )

const owner = ['owner']
const compliance = ['owner', 'compliance']
const noCase = { number: 987_654 }

/** The routes of cases and of the list of what is waiting. */
export const caseRoutes: RoleRoute[] = [
  { name: 'list cases', may: compliance, merchant: 200, call: post('/cases/list') },
  { name: 'view a case', may: compliance, merchant: 404, call: post('/cases/show', noCase) },
  // The title is blank.
  { name: 'open a case', may: compliance, merchant: 400, call: post('/cases/open', { title: ' ' }) },
  { name: 'change a case', may: compliance, merchant: 404, call: post('/cases/change', noCase) },
  {
    ...{ name: 'comment on a case', may: compliance, merchant: 404 },
    call: post('/cases/comment', { ...noCase, text: 'x' }),
  },
  {
    ...{ name: 'remove a text of a case', may: compliance, merchant: 404 },
    call: post('/cases/remove-text', { ...noCase, entry: 1 }),
  },
  {
    ...{ name: 'add to a case', may: compliance, merchant: 422 },
    call: post('/cases/items/add', { ...noCase, items: [{ kind: 'person', ref: 'x' }] }),
  },
  {
    ...{ name: 'remove from a case', may: compliance, merchant: 404 },
    call: post('/cases/items/remove', { ...noCase, item: 1 }),
  },
  {
    name: 'read a graph of a case',
    may: compliance,
    merchant: 404,
    call: post('/cases/graph', { ...noCase, item: 1 }),
  },
  {
    ...{ name: 'find cases with an address', may: compliance, merchant: 200 },
    call: post('/cases/with', { kind: 'address', ref: 'BTC:nowhere' }),
  },
  {
    ...{ name: 'add a file to a case', may: compliance, merchant: 404 },
    call: post('/cases/files/add', { ...noCase, name: 'a.txt', base64: 'YQ==' }),
  },
  {
    ...{ name: 'read a file of a case', may: compliance, merchant: 404 },
    call: post('/cases/files/read', { ...noCase, file: 1 }),
  },
  {
    ...{ name: 'remove a file of a case', may: compliance, merchant: 404 },
    call: post('/cases/files/remove', { ...noCase, file: 1 }),
  },
  {
    ...{ name: 'close a case', may: compliance, merchant: 404 },
    call: post('/cases/close', { ...noCase, outcome: 'no-concern', reason: 'x', seen: 1 }),
  },
  {
    ...{ name: 'agree to close a case', may: compliance, merchant: 404 },
    call: post('/cases/answer-closing', { ...noCase, agree: true, text: 'x', seen: 1 }),
  },
  {
    ...{ name: 'withdraw a request to close', may: compliance, merchant: 404 },
    call: post('/cases/withdraw-closing', noCase),
  },
  {
    ...{ name: 'reopen a case', may: compliance, merchant: 404 },
    call: post('/cases/reopen', { ...noCase, reason: 'x' }),
  },
  { name: 'export a case', may: compliance, merchant: 404, call: post('/cases/export', noCase) },
  { name: 'list members for cases', may: compliance, merchant: 200, call: get('/cases/members') },
  {
    ...{ name: 'require two people to close', may: owner, merchant: 200 },
    call: post('/cases/rule', { byTwo: true }),
  },
  {
    ...{ name: 'set when cases are due', may: owner, merchant: 200 },
    call: post('/cases/due-days', { low: null, normal: null, high: null, urgent: null }),
  },
  { name: 'list what is waiting', may: compliance, merchant: 200, call: post('/triage/list') },
  {
    ...{ name: 'assign what is waiting', may: compliance, merchant: 200 },
    call: post('/triage/assign', { ids: [987_654], member: null }),
  },
  {
    ...{ name: 'mark alerts as handled', may: compliance, merchant: 200 },
    call: post('/triage/handled', { ids: [987_654] }),
  },
  {
    ...{ name: 'add what is waiting to a case', may: compliance, merchant: 404 },
    call: post('/triage/to-case', { ids: [987_654], ...noCase }),
  },
]

const noTransfer = { id: 987_654 }

/** Routes for customers' transfers, the customers and the rules. */
export const transferRoutes: RoleRoute[] = [
  { name: 'list transfers', may: compliance, merchant: 200, call: post('/transfers/list') },
  { name: 'view a transfer', may: compliance, merchant: 404, call: post('/transfers/show', noTransfer) },
  {
    ...{ name: 'decide on a transfer', may: compliance, merchant: 404 },
    call: post('/transfers/decide', { ...noTransfer, decision: 'allow', note: 'x', seen: 1 }),
  },
  {
    ...{ name: 'withdraw an opinion on a transfer', may: compliance, merchant: 404 },
    call: post('/transfers/withdraw', noTransfer),
  },
  {
    ...{ name: 'add a note to a transfer', may: compliance, merchant: 404 },
    call: post('/transfers/note', { ...noTransfer, note: 'x' }),
  },
  {
    ...{ name: 'assign a transfer', may: compliance, merchant: 404 },
    call: post('/transfers/assign', { ...noTransfer, member: null }),
  },
  { name: 'list who can decide', may: compliance, merchant: 200, call: get('/transfers/members') },
  { name: 'list customers', may: compliance, merchant: 200, call: post('/customers/list') },
  {
    ...{ name: 'view a customer', may: compliance, merchant: 404 },
    call: post('/customers/show', { id: '00000000-0000-0000-0000-000000000000' }),
  },
  { name: 'view the rules', may: compliance, merchant: 200, call: get('/rules') },
  { name: 'view the effect of the rules', may: compliance, merchant: 200, call: get('/rules/effect') },
  { name: 'view the versions of the rules', may: compliance, merchant: 200, call: get('/rules/versions') },
  {
    ...{ name: 'test other rules', may: owner, merchant: 200 },
    call: post('/rules/test', { rules: [], last: 10 }),
  },
  {
    ...{ name: 'set the rules', may: owner, merchant: 409 },
    call: post('/rules', { rules: null, version: 'x', replaces: '' }),
  },
  {
    ...{ name: 'require two people for transfers', may: owner, merchant: 200 },
    call: post('/settings/transfers', { byTwo: false }),
  },
]
