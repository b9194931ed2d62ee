import { defaultRiskPolicy } from '@touchstone/kyt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { caseRoutes, get, post, type RoleRoute, transferRoutes } from '../support/dashboard-role-routes.ts'
import { dashboardRoutes } from '../support/dashboard-routes.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard()
}, demoTimeout)
afterAll(() => dashboard?.stop())

const owner = ['owner']
const developers = ['owner', 'developer']
const compliance = ['owner', 'compliance']
const analysts = [...compliance, 'analyst']
const everybody = ['owner', 'developer', 'compliance', 'analyst', 'viewer']
const nobody = { memberNo: `U${'0'.repeat(15)}` }
const someone = { email: 'table@example.com', role: 'viewer' }
const shape = { kind: 'KYC', checks: [], mintMode: 'cross-chain', chainId: '137', walletProof: 'required' }
const draft = {
  ...{
    name: '',
    theme: 'auto',
    allowedDomains: [],
    walletProof: 'required',
    meidRebindDays: 30,
    colourFree: false,
  },
  ...{
    minimumAge: null,
    allowedCountries: null,
    barredCountries: null,
    minimumIncome: null,
    minimumNetWorth: null,
  },
}
const noProgram = { programNo: '0'.repeat(12) }
const nowhere = { coin: 'ETH', address: 'nowhere' }
const noKey = { keyId: 'ffffffff' }

const policy = defaultRiskPolicy
const noReview = { id: 987_654 }
const rule = { delegated: false, byTwo: false }

/** Routes for the operator and, after the operator has delegated reviews, for a merchant's members. */
const reviewRoutes: RoleRoute[] = [
  { name: 'list reviews', may: [], merchant: 200, operator: 200, call: get('/reviews') },
  { name: 'view a review', may: [], merchant: 422, operator: 422, call: post('/reviews/show', noReview) },
  {
    ...{ name: 'view the pictures of a review', may: [], merchant: 422, operator: 422 },
    call: post('/reviews/pictures', noReview),
  },
  {
    ...{ name: 'decide a review', may: [], merchant: 422, operator: 422 },
    call: post('/reviews/decide', { ...noReview, decision: 'clear', note: 'x' }),
  },
  {
    ...{ name: 'withdraw a vote', may: [], merchant: 422, operator: 422 },
    call: post('/reviews/withdraw', noReview),
  },
  {
    ...{ name: 'screen a name', may: [], merchant: 200, operator: 200 },
    call: post('/screen', { name: 'Ivan Example' }),
  },
  { name: 'view the lists', may: [], merchant: 200, operator: 200, call: get('/lists') },
]

const routes: RoleRoute[] = [
  ...reviewRoutes,
  {
    ...{ name: 'set the review rule', may: [], merchant: 200, operator: 200 },
    call: post('/review-rule', rule),
  },
  { name: 'list members', may: owner, merchant: 200, operator: 200, call: get('/members') },
  // The operator has no viewer role.
  { name: 'add a member', may: owner, merchant: 200, operator: 400, call: post('/members', someone) },
  {
    name: 'remove a member',
    may: owner,
    merchant: 400,
    operator: 400,
    call: post('/members/remove', nobody),
  },
  {
    name: 'approve a member',
    may: owner,
    merchant: 400,
    operator: 400,
    call: post('/members/approve', nobody),
  },
  { name: 'view the log', may: owner, merchant: 200, operator: 200, call: get('/audit') },
  { name: 'export the log', may: owner, merchant: 200, operator: 200, call: get('/audit.csv') },

  { name: 'view the risk policy', may: analysts, merchant: 200, call: get('/policy') },
  // The previous version.
  { name: 'set the risk policy', may: owner, merchant: 400, call: post('/policy', { policy }) },
  { name: 'remove the risk policy', may: owner, merchant: 200, call: post('/policy/remove') },
  { name: 'list recent queries', may: owner, merchant: 200, call: get('/policy/asked') },
  {
    ...{ name: 'preview another policy', may: owner, merchant: 200 },
    call: post('/policy/preview', { policy, addresses: [nowhere] }),
  },
  { name: 'view the settings', may: everybody, merchant: 200, call: get('/settings') },
  // The new name is blank.
  { name: 'rename the merchant', may: owner, merchant: 400, call: post('/settings/name', { name: ' ' }) },
  { name: 'view the overview', may: everybody, merchant: 200, call: get('/overview?days=7') },
  { name: 'list people', may: compliance, merchant: 200, call: post('/people/search') },
  { name: 'export people', may: compliance, merchant: 200, call: post('/people/export') },
  { name: 'view a person', may: compliance, merchant: 404, call: post('/people/show', { svcId: 'x' }) },
  { name: 'end a relationship', may: compliance, merchant: 404, call: post('/people/end', { svcId: 'x' }) },
  {
    name: 'lift an ending',
    may: compliance,
    merchant: 404,
    call: post('/people/lift-ending', { svcId: 'x' }),
  },
  { name: 'delete a person', may: [], merchant: 404, call: post('/people/forget', { svcId: 'x' }) },
  ...caseRoutes,
  ...transferRoutes,
  { name: 'list programs', may: everybody, merchant: 200, call: get('/programs') },
  { name: 'list program options', may: everybody, merchant: 200, call: get('/programs/options') },
  {
    name: 'preview the screens of a program',
    may: everybody,
    merchant: 200,
    call: post('/programs/preview', shape),
  },
  // The name is missing.
  {
    name: 'create a program',
    may: developers,
    merchant: 400,
    call: post('/programs', { ...shape, ...draft }),
  },
  {
    name: 'change a program',
    may: developers,
    merchant: 400,
    call: post('/programs/change', { ...noProgram, ...draft }),
  },
  {
    name: 'change the requirements of a program',
    may: developers,
    merchant: 400,
    call: post('/programs/version', { ...shape, ...draft, ...noProgram }),
  },
  {
    name: 'view the history of a program',
    may: everybody,
    merchant: 400,
    call: get(`/programs/history?programNo=${noProgram.programNo}`),
  },
  {
    name: 'activate a program',
    may: developers,
    merchant: 400,
    call: post('/programs/switch', { ...noProgram, active: true }),
  },
  { name: 'list coins', may: analysts, merchant: 200, call: get('/risk/coins') },
  // The ledger is off in this test, and the address is invalid.
  { name: 'query an address', may: analysts, merchant: 400, call: post('/risk', nowhere) },
  {
    name: 'list the transfers of an address',
    may: analysts,
    merchant: 400,
    call: post('/risk/transfers', { ...nowhere, page: 1 }),
  },
  { name: 'search', may: analysts, merchant: 200, call: post('/explorer/search', { text: 'nobody' }) },
  { name: 'explore an address', may: analysts, merchant: 400, call: post('/explorer/address', nowhere) },
  {
    name: 'score an address of a graph',
    may: analysts,
    merchant: 400,
    call: post('/explorer/score', nowhere),
  },
  { name: 'fetch more', may: analysts, merchant: 400, call: post('/explorer/fetch', nowhere) },
  {
    ...{ name: 'explore counterparties', may: analysts, merchant: 400 },
    call: post('/explorer/expand', {
      ...{ network: 'ETH', address: 'nowhere', direction: 'in', offset: 0, limit: 1 },
    }),
  },
  // The ledger is off in this test.
  { name: 'explore a name', may: analysts, merchant: 503, call: post('/explorer/name', { name: 'x' }) },
  {
    ...{ name: 'explore a transaction', may: analysts, merchant: 400 },
    call: post('/explorer/transaction', { coin: 'ETH', txid: 'no hash' }),
  },
  {
    ...{ name: 'explore transfers', may: analysts, merchant: 400 },
    call: post('/explorer/transfers', { network: 'ETH', from: 'nowhere', to: 'nowhere' }),
  },
  {
    ...{ name: 'explore a path', may: analysts, merchant: 400 },
    call: post('/explorer/path', {
      ...{ network: 'ETH', address: 'nowhere', direction: 'received' },
      steps: [{ address: 'nowhere', tx: '', coin: 'ETH', time: 0, through: '', swap: false }],
    }),
  },
  {
    ...{ name: 'decide on an address', may: compliance, merchant: 400 },
    call: post('/risk/decide', { ...nowhere, decision: 'allow', reason: 'Known' }),
  },
  { name: 'list questions', may: analysts, merchant: 200, call: post('/questions/list') },
  { name: 'export questions', may: analysts, merchant: 200, call: get('/questions.csv') },
  { name: 'see which questions are recorded', may: analysts, merchant: 200, call: get('/questions/rule') },
  {
    ...{ name: 'change which questions are recorded', may: owner, merchant: 200 },
    call: post('/questions/rule', { recordsApi: false }),
  },
  { name: 'save a report', may: analysts, merchant: 400, call: post('/reports', nowhere) },
  { name: 'list reports', may: analysts, merchant: 200, call: post('/reports/list') },
  {
    ...{ name: 'view a report', may: analysts, merchant: 400 },
    call: post('/reports/show', { id: `R${'0'.repeat(32)}` }),
  },
  { name: 'list watches', may: analysts, merchant: 200, call: post('/watches/list', { page: 1 }) },
  { name: 'screen a list', may: analysts, merchant: 400, call: post('/screenings', { csv: 'x' }) },
  { name: 'see the recent lists', may: analysts, merchant: 200, call: get('/screenings') },
  {
    ...{ name: 'save the results of a list', may: analysts, merchant: 404 },
    call: post('/screenings/download', { ids: ['x'] }),
  },
  { name: 'watch an address', may: compliance, merchant: 400, call: post('/watches/add', nowhere) },
  { name: 'remove a watch', may: compliance, merchant: 400, call: post('/watches/remove', nowhere) },
  { name: 'see what agents may do', may: analysts, merchant: 200, call: get('/watches/agents') },
  {
    ...{ name: 'change what agents may do', may: compliance, merchant: 200 },
    call: post('/watches/agents', { mayWatch: false }),
  },
  { name: 'list alerts', may: analysts, merchant: 200, call: get('/alerts') },
  { name: 'view single sign-on', may: owner, merchant: 200, call: get('/sso') },
  {
    ...{ name: 'set up single sign-on', may: owner, merchant: 400 },
    call: post('/sso', { issuer: 'nowhere' }),
  },
  { name: 'check single sign-on', may: owner, merchant: 404, call: post('/sso/check') },
  {
    ...{ name: 'require single sign-on', may: owner, merchant: 404 },
    call: post('/sso/require', { required: true }),
  },
  { name: 'remove single sign-on', may: owner, merchant: 404, call: post('/sso/remove') },
  { name: 'view the passkey rule', may: owner, merchant: 200, call: get('/passkeys') },
  // A member can require passkeys only after signing in with one.
  { name: 'require passkeys', may: owner, merchant: 400, call: post('/passkeys', { required: true }) },
  { name: 'view the API URLs', may: everybody, merchant: 200, call: get('/integration') },
  { name: 'list keys', may: developers, merchant: 200, call: get('/keys') },
  { name: 'add a key', may: developers, merchant: 200, call: post('/keys/add') },
  {
    ...{ name: 'rotate a key', may: developers, merchant: 400 },
    call: post('/keys/rotate', { ...noKey, graceSeconds: 1 }),
  },
  { name: 'change a key', may: developers, merchant: 400, call: post('/keys/change', noKey) },
  { name: 'revoke a key', may: developers, merchant: 400, call: post('/keys/revoke', noKey) },
  { name: 'view the webhook', may: developers, merchant: 200, call: get('/webhook') },
  { name: 'set the webhook URL', may: developers, merchant: 200, call: post('/webhook', { url: null }) },
  {
    ...{ name: 'create the webhook secret', may: developers, merchant: 200 },
    call: post('/webhook/secret', { graceSeconds: 0 }),
  },
  { name: 'list endpoints', may: developers, merchant: 200, call: get('/webhook/endpoints') },
  {
    ...{ name: 'add an endpoint', may: developers, merchant: 422 },
    call: post('/webhook/endpoints/add', { url: 'http://10.0.0.1/', types: null }),
  },
  {
    ...{ name: 'change an endpoint', may: developers, merchant: 400 },
    call: post('/webhook/endpoints/change', { id: 'x', enabled: false }),
  },
  {
    ...{ name: 'remove an endpoint', may: developers, merchant: 400 },
    call: post('/webhook/endpoints/remove', { id: 'x' }),
  },
  {
    ...{ name: 'send a test event', may: developers, merchant: 400 },
    call: post('/webhook/test', { endpoint: 'x' }),
  },
  { name: 'list events', may: developers, merchant: 200, call: get('/events') },
  { name: 'resend a delivery', may: developers, merchant: 400, call: post('/webhook/again', { id: 'x' }) },
  { name: 'list operations', may: developers, merchant: 200, call: get('/console') },
  {
    ...{ name: 'call an operation', may: developers, merchant: 200 },
    call: post('/console', { operation: 'getStatistics', input: {} }),
  },
  {
    ...{ name: 'call an operation about people', may: owner, merchant: 200 },
    call: post('/console', { operation: 'getUsersList', input: { programNo: '1', page: 1 } }),
  },
]

const operatorReads = ['merchants', 'merchants/all', 'review-rule', 'health'] as const
const operatorForgets = ['forget/preview', 'forget'] as const

/** Public routes, and routes for a member's own data. These routes require no role. */
const ofEverybody = [
  ...['POST /sign-in/code', 'POST /sign-in', 'POST /sign-in/demo', 'POST /sign-out', 'GET /session'],
  ...['POST /sign-in/passkey/begin', 'POST /sign-in/passkey'],
  ...['POST /sign-in/sso/begin', 'POST /sign-in/sso'],
  ...['POST /sign-in/enrol/begin', 'POST /sign-in/enrol', 'POST /invitations'],
  ...['GET /sessions', 'POST /sessions/end', 'POST /sessions/end-all'],
  ...['GET /passkeys', 'POST /passkeys/begin', 'POST /passkeys', 'POST /passkeys/remove'],
]

test('covers every route of the dashboard API', async () => {
  const tried = new Set([
    ...routes.flatMap(({ operator, call }) => [
      call.route.replace(' ', ' /merchants/:mchNo'),
      ...(operator === undefined ? [] : [call.route.replace(' ', ' /operator')]),
    ]),
    ...operatorReads.map((path) => `GET /operator/${path}`),
    ...operatorForgets.map((path) => `POST /operator/${path}`),
    ...ofEverybody,
  ])
  const served = (await dashboardRoutes()).map(({ method, path }) => `${method} ${path}`)
  expect(served.length).toBeGreaterThan(60)
  expect(served.filter((route) => !tried.has(route))).toEqual([])
  expect([...tried].filter((route) => !served.includes(route))).toEqual([])
})

test.each(['owner', 'developer', 'compliance', 'analyst', 'viewer', 'operator'])('%s', async (role) => {
  const { own, foreign } = dashboard
  const { browser } = await dashboard.member(role)
  const isOperator = role === 'operator'
  for (const { name, may, merchant, operator, call } of routes) {
    const mine = await call(browser, `/merchants/${own}`)
    const theirs = await call(browser, `/merchants/${foreign}`)
    if (isOperator || may.includes(role)) expect(mine.http, `${name}: ${mine.text}`).toBe(merchant)
    else
      expect([mine.http, codeOf(mine)], name).toEqual([
        403,
        expect.stringMatching(/^member\.(not-allowed|needs-key)$/),
      ])
    if (isOperator) expect(theirs.http, `${name}: ${theirs.text}`).toBe(merchant)
    else expect([theirs.http, codeOf(theirs)], name).toEqual([404, 'member.not-found'])
    if (operator === undefined) continue
    const service = await call(browser, '/operator')
    if (isOperator) expect(service.http, name).toBe(operator)
    else expect([service.http, codeOf(service)], name).toEqual([403, 'member.not-allowed'])
  }
})

test.each(['owner', 'developer', 'compliance', 'analyst', 'viewer'])(
  '%s, with delegated reviews',
  async (role) => {
    const { own, foreign, cli } = dashboard
    await cli('review', 'rule', foreign, '--delegated', 'yes')
    const { browser } = await dashboard.member(role, foreign)
    for (const { name, merchant, call } of reviewRoutes) {
      const mine = await call(browser, `/merchants/${foreign}`)
      if (role === 'owner' || role === 'compliance') expect(mine.http, `${name}: ${mine.text}`).toBe(merchant)
      else expect([mine.http, codeOf(mine)], name).toEqual([403, 'member.not-allowed'])
      const theirs = await call(browser, `/merchants/${own}`)
      expect([theirs.http, codeOf(theirs)], name).toEqual([404, 'member.not-found'])
      const service = await call(browser, '/operator')
      expect([service.http, codeOf(service)], name).toEqual([403, 'member.not-allowed'])
    }
  },
)

test('allows only the operator to list merchants, view health and delete people', async () => {
  const { browser: operator } = await dashboard.member('operator')
  const { merchants } = (await operator.get('/operator/merchants')).body as { merchants: { mchNo: string }[] }
  expect(merchants.map(({ mchNo }) => mchNo)).toEqual(
    expect.arrayContaining([dashboard.own, dashboard.foreign]),
  )
  const { browser } = await dashboard.member('owner')
  for (const path of operatorReads) {
    expect(await browser.get(`/operator/${path}`), path).toMatchObject({ http: 403 })
    expect(await operator.get(`/operator/${path}`), path).toMatchObject({ http: 200 })
  }
  const whom = { svcId: 'nobody', confirm: 'nobody' }
  for (const path of operatorForgets) {
    expect(await browser.post(`/operator/${path}`, whom), path).toMatchObject({ http: 403 })
    expect(await operator.post(`/operator/${path}`, whom), path).toMatchObject({ http: 404 })
  }
})

test('a visitor who is not signed in', async () => {
  const browser = dashboard.createBrowser()
  for (const { name, call } of routes)
    expect(await call(browser, `/merchants/${dashboard.own}`), name).toMatchObject({ http: 401 })
  expect(await browser.get('/nothing')).toMatchObject({ http: 404 })
})
