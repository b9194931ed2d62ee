import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditLog } from '@touchstone/contract'
import type { CommandName } from '@touchstone/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandEntries, commandFiles, elsewhere, riskReads, ssoRoutes } from '../support/command-entries.ts'
import {
  type DashboardBrowser,
  retryLimited,
  startDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'
import { caseRoutes } from '../support/dashboard-role-routes.ts'
import { dashboardRoutes } from '../support/dashboard-routes.ts'
import { insertDeadEvent } from '../support/dead-event.ts'
import { makeEtlWorld, writeEtl } from '../support/etl-world.ts'
import { openReviews } from '../support/open-reviews.ts'
import { markStuck } from '../support/stuck-journey.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
let operator: DashboardBrowser
let owner: DashboardBrowser
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server', ledger: true })
  operator = (await dashboard.member('operator')).browser
  owner = (await dashboard.member('owner')).browser
}, demoTimeout)
afterAll(() => dashboard?.stop())

type Body = Record<string, unknown>
type Change = {
  action: string
  /** Makes the change through the route. `path` already contains the merchant's number. */
  by(path: string): Promise<unknown>
}
/**
 * The reason why no entry is expected. Either the route changes nothing, or it requires several calls and is
 * covered by another test.
 */
type Other = { reads: true } | { action: string; shownIn: string }

const reads: Other = { reads: true }
/** A separate test in this file covers the route. */
const bySession = (action: string): Other => ({ action, shownIn: 'dashboard-audit.test.ts' })
const byPasskey = (action: string): Other => ({ action, shownIn: 'dashboard-passkeys.test.ts' })
const inCaseTests: Other = { action: 'case.opened', shownIn: 'packages/kyc/src/cases/cases.test.ts' }
const byPerson = (action: string): Other => ({ action, shownIn: 'dashboard-people.test.ts' })
const byTransfer = (action: string): Other => ({ action, shownIn: 'dashboard-transfers.test.ts' })
const post = async (browser: DashboardBrowser, path: string, body: Body = {}) => {
  const answer = await retryLimited(() => browser.post(path, body))
  expect(answer.http, `${path}: ${answer.text}`).toBe(200)
  return answer.body
}
const by =
  (action: string, bodyOf: () => Body | Promise<Body> = () => ({})): (() => Change) =>
  () => ({ action, by: async (path) => await post(operator, path, await bodyOf()) })

const requirements = {
  ...{ checks: ['sanction'], minimumAge: null, allowedCountries: null, barredCountries: null },
  ...{ minimumIncome: null, minimumNetWorth: null, mintMode: 'cross-chain', chainId: '137' },
}
const looks = { theme: 'auto', allowedDomains: [], walletProof: 'required', meidRebindDays: 30 }
const watched = { coin: 'ETH', address: `0x${'ab'.repeat(20)}` }
const hook = { url: 'https://hooks.example.com/a' }
const made = { programNo: '', keyId: '', endpoint: '', review: [] as number[], memberNo: '' }
const nextReview = () => ({ id: made.review.shift() ?? 0 })
const byAdding = (member: { email: string; role: string }) => (): Change => ({
  action: 'member.invited',
  async by(path) {
    const members = (await post(operator, path, member)).members as { memberNo: string; email: string }[]
    made.memberNo = members.find(({ email }) => email === member.email)?.memberNo ?? ''
  },
})
const approving = (role: string) => (): Change => ({
  action: 'member.approved',
  async by(path) {
    const { email } = await dashboard.member(role)
    const { body } = await retryLimited(() => operator.get(path.replace(/\/approve$/, '')))
    const members = body.members as { memberNo: string; email: string }[]
    await post(operator, path, members.find((each) => each.email === email) ?? {})
  },
})
const policyOf = async () =>
  (await retryLimited(() => operator.get(`/merchants/${dashboard.own}/policy`))).body.policy as Body

const checked = { decision: 'hold', note: 'Checked', seen: 1 }
/** Changes the demo's newest transfer. */
const onTransfer = (action: string, body: Body) =>
  by(action, async () => {
    const { transfers } = await post(operator, `/merchants/${dashboard.own}/transfers/list`)
    return { id: (transfers as { id: number }[])[0]?.id, ...body }
  })

/** Every POST route, in an order in which each route has something to change. */
const routes: Readonly<Record<string, Other | (() => Change)>> = {
  ...{ '/sign-in/code': reads, '/sign-in': bySession('session.begun') },
  ...{ '/sign-in/demo': bySession('session.begun'), '/sign-in/passkey/begin': reads },
  ...{ '/sign-in/passkey': byPasskey('session.begun'), '/passkeys/begin': reads },
  ...{ '/passkeys': byPasskey('passkey.added'), '/passkeys/remove': byPasskey('passkey.removed') },
  ...ssoRoutes,
  ...{ '/merchants/:mchNo/passkeys': byPasskey('passkeys.required'), '/sign-in/enrol/begin': reads },
  ...{ '/sign-in/enrol': byPasskey('passkey.added'), '/invitations': bySession('member.accepted') },
  ...{ '/sessions/end': bySession('session.ended'), '/sessions/end-all': bySession('session.ended') },
  '/sign-out': bySession('session.ended'),

  ...{ '/merchants/:mchNo/transfers/list': reads, '/merchants/:mchNo/transfers/show': reads },
  '/merchants/:mchNo/transfers/note': onTransfer('transfer.noted', { note: 'Asked' }),
  '/merchants/:mchNo/transfers/assign': onTransfer('transfer.assigned', { member: null }),
  '/merchants/:mchNo/transfers/decide': onTransfer('transfer.decided', checked),
  '/merchants/:mchNo/transfers/withdraw': byTransfer('transfer.opinion-withdrawn'),
  ...{ '/merchants/:mchNo/customers/list': reads, '/merchants/:mchNo/customers/show': reads },
  '/merchants/:mchNo/rules': by('policy.changed', async () => {
    const { body } = await retryLimited(() => operator.get(`/merchants/${dashboard.own}/rules`))
    return { rules: [], version: 'audited-rules', replaces: body.fingerprint }
  }),
  '/merchants/:mchNo/settings/transfers': by('transfers.rule-changed', () => ({ byTwo: false })),
  '/merchants/:mchNo/settings/name': by('merchant.changed', () => ({ name: 'A new name' })),
  '/merchants/:mchNo/members': byAdding({ email: 'new@example.com', role: 'viewer' }),
  '/merchants/:mchNo/members/remove': by('member.uninvited', () => ({ memberNo: made.memberNo })),
  '/merchants/:mchNo/members/approve': approving('viewer'),
  '/operator/members': byAdding({ email: 'two@example.com', role: 'operator' }),
  '/operator/members/remove': by('member.uninvited', () => ({ memberNo: made.memberNo })),
  '/operator/members/approve': approving('operator'),

  ...{ '/merchants/:mchNo/programs/preview': reads, '/operator/forget/preview': reads },
  '/merchants/:mchNo/programs': () => ({
    action: 'program.created',
    async by(path) {
      const draft = { name: 'Audited', kind: 'KYC', ...requirements, ...looks, colourFree: false }
      made.programNo = String((await post(operator, path, draft)).programNo)
    },
  }),
  '/merchants/:mchNo/programs/change': by('program.changed', () => ({
    ...{ programNo: made.programNo, name: 'Renamed', ...looks, colourFree: false },
  })),
  '/merchants/:mchNo/programs/version': by('program.changed', () => ({
    ...{ programNo: made.programNo, ...requirements, barredCountries: ['PRK'] },
  })),
  '/merchants/:mchNo/programs/switch': by('program.changed', () => ({
    ...{ programNo: made.programNo, active: true },
  })),

  '/merchants/:mchNo/keys/add': () => ({
    action: 'key.added',
    async by(path) {
      made.keyId = String((await post(operator, path)).keyId)
    },
  }),
  '/merchants/:mchNo/keys/change': by('key.changed', () => ({ keyId: made.keyId, scopes: ['kyt:read'] })),
  '/merchants/:mchNo/keys/rotate': () => ({
    action: 'key.rotated',
    async by(path) {
      made.keyId = String((await post(operator, path, { keyId: made.keyId, graceSeconds: 1 })).keyId)
    },
  }),
  '/merchants/:mchNo/keys/revoke': by('key.revoked', () => ({ keyId: made.keyId })),
  '/merchants/:mchNo/webhook/secret': by('webhook.secret-made', () => ({ graceSeconds: 0 })),
  '/merchants/:mchNo/webhook': by('webhook.url-changed', () => hook),
  '/merchants/:mchNo/webhook/endpoints/add': () => ({
    action: 'webhook.endpoint-added',
    async by(path) {
      made.endpoint = String((await post(operator, path, { ...hook, types: null })).id)
    },
  }),
  '/merchants/:mchNo/webhook/endpoints/change': by('webhook.endpoint-changed', () => ({
    ...{ id: made.endpoint, enabled: true },
  })),
  '/merchants/:mchNo/webhook/test': by('webhook.tested', () => ({ endpoint: made.endpoint })),
  '/merchants/:mchNo/webhook/endpoints/remove': by('webhook.endpoint-removed', () => ({
    id: made.endpoint,
  })),
  '/merchants/:mchNo/console': by('console.called', () => ({ operation: 'addWatch', input: watched })),

  '/merchants/:mchNo/risk/decide': by('risk.decided', () => ({ ...watched, decision: 'allow', reason: 'x' })),
  ...Object.fromEntries(riskReads.map((route) => [route, reads])),
  '/merchants/:mchNo/questions/rule': by('questions.changed', () => ({ recordsApi: true })),
  '/merchants/:mchNo/reports': by('report.saved', () => watched),
  '/merchants/:mchNo/watches/remove': by('watch.removed', () => watched),
  '/merchants/:mchNo/screenings': by('list.screened', () => ({ csv: 'coin,address\nETH,x' })),
  '/merchants/:mchNo/watches/add': by('watch.added', () => watched),
  '/merchants/:mchNo/watches/agents': by('agents.changed', () => ({ mayWatch: true })),
  '/merchants/:mchNo/webhook/again': by('webhook.sent-again', async () => ({
    id: await insertDeadEvent(dashboard.server),
  })),
  ...{ '/merchants/:mchNo/policy/preview': reads, '/merchants/:mchNo/rules/test': reads },
  '/merchants/:mchNo/policy': by('policy.changed', async () => ({
    policy: { ...(await policyOf()), version: 'audited-1' },
  })),
  '/merchants/:mchNo/policy/remove': by('policy.removed'),

  '/merchants/:mchNo/review-rule': by('reviews.rule-changed', () => ({ delegated: false, byTwo: true })),
  '/operator/review-rule': by('reviews.rule-changed', () => ({ byTwo: true })),
  ...{ '/merchants/:mchNo/screen': reads, '/operator/screen': reads },
  // This route must be called before people are deleted, because their reviews are deleted with them.
  '/merchants/:mchNo/reviews/show': by('review.seen', () => ({ id: made.review[0] })),
  '/operator/reviews/show': by('review.seen', () => ({ id: made.review[0] })),
  '/merchants/:mchNo/reviews/pictures': by('review.pictures-seen', () => ({ id: made.review[0] })),
  '/operator/reviews/pictures': by('review.pictures-seen', () => ({ id: made.review[0] })),
  '/merchants/:mchNo/reviews/decide': by('review.opinion-given', () => ({
    ...{ id: made.review[0], decision: 'clear', note: 'Somebody else.' },
  })),
  '/merchants/:mchNo/reviews/withdraw': by('review.opinion-withdrawn', nextReview),
  '/operator/reviews/decide': by('review.opinion-given', () => ({
    ...{ id: made.review[0], decision: 'clear', note: 'Somebody else.' },
  })),
  '/operator/reviews/withdraw': by('review.opinion-withdrawn', nextReview),

  ...{ '/merchants/:mchNo/people/search': reads, '/merchants/:mchNo/people/show': reads },
  '/merchants/:mchNo/people/export': by('people.exported'),
  '/merchants/:mchNo/people/end': by('people.ended', async () => ({ svcId: await dashboard.personId() })),
  '/merchants/:mchNo/people/lift-ending': byPerson('people.ending-lifted'),
  '/merchants/:mchNo/people/forget': by('people.forgotten', async () => ({
    svcId: await dashboard.personId(),
  })),

  ...Object.fromEntries(
    caseRoutes.flatMap(({ call: { route } }) =>
      route.startsWith('POST') ? [[route.replace('POST ', '/merchants/:mchNo'), inCaseTests] as const] : [],
    ),
  ),

  '/operator/forget': by('people.forgotten', async () => {
    const svcId = await dashboard.personId()
    return { svcId, confirm: svcId }
  }),
}

test('lists every POST route in the table', async () => {
  const served = (await dashboardRoutes()).filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(Object.keys(routes).sort()).toEqual(served.sort())
})

const newestOf = async (browser: DashboardBrowser, base: string) =>
  ((await retryLimited(() => browser.get(`${base}/audit`))).body as AuditLog).entries[0]

test('logs only the author, change, time and network', async () => {
  made.review = await openReviews(dashboard.server, dashboard.own, ['document', 'document'])
  for (const [route, entry] of Object.entries(routes)) {
    if (typeof entry !== 'function') continue
    const { action, by: change } = entry()
    const base = route.startsWith('/operator') ? '/operator' : `/merchants/${dashboard.own}`
    const began = Date.now()
    await change(route.replace(':mchNo', dashboard.own))
    const newest = await newestOf(operator, base)
    expect(newest, route).toMatchObject({
      ...{ action, actor: 'member', by: expect.stringMatching(base === '/operator' ? /@/ : /^U[0-9]{15}$/) },
      ...{ target: expect.stringMatching(/./), network: operator.network },
    })
    expect(Date.parse(newest?.at ?? ''), route).toBeGreaterThanOrEqual(began - 1000)
  }
})

test('shows and exports the log, and logs the export', async () => {
  const base = `/merchants/${dashboard.own}`
  const exported = await owner.get(`${base}/audit.csv`)
  expect(exported.http).toBe(200)
  expect(exported.headers.get('content-disposition')).toContain('audit.csv')
  for (const word of ['program.created', 'key.rotated', operator.network])
    expect(exported.text).toContain(word)
  expect(await newestOf(owner, base)).toMatchObject({ action: 'audit.exported', network: owner.network })
})

test("logs the start and end of sessions with the member's network", async () => {
  const base = `/merchants/${dashboard.own}`
  const viewer = await dashboard.member('viewer')
  expect(await newestOf(owner, base)).toMatchObject({ action: 'member.accepted' })
  const use = (browser: DashboardBrowser) => browser.get(`${base}/programs`)
  await use(viewer.browser)
  const { network } = viewer.browser
  expect(await newestOf(owner, base)).toMatchObject({ action: 'session.begun', actor: 'member', network })
  const other = dashboard.createBrowser()
  await other.signIn(viewer.email)
  await use(other)
  const sessions = (await other.get('/sessions')).body.sessions as { id: number; own: boolean }[]
  await post(other, '/sessions/end', { id: sessions.find(({ own }) => !own)?.id })
  const ended = { action: 'session.ended', actor: 'member', network: other.network }
  expect(await newestOf(owner, base)).toMatchObject({ ...ended, detail: { other: true } })
  await post(other, '/sign-out')
  expect(await newestOf(owner, base)).toMatchObject({ ...ended, detail: { other: false } })
  await other.signIn(viewer.email)
  await use(other)
  await post(other, '/sessions/end-all')
  expect(await newestOf(owner, base)).toMatchObject(ended)
  await post(other, '/sign-in/demo')
  await use(other)
  expect(await newestOf(owner, base)).toMatchObject({ action: 'session.begun', network: other.network })
})

type Output = Record<string, string>
type Outputs = Partial<Record<CommandName, Output>>

/** Every other command that changes something, in an order in which each command has something to change. */
async function commandLines(): Promise<[CommandName, (outputs: Outputs) => string[]][]> {
  const { own, server } = dashboard
  const path = (name: string) => join(server.dataFolder, name)
  const file = (name: string, lines: readonly string[]) => {
    writeFileSync(path(name), `${lines.join('\n')}\n`)
    return path(name)
  }
  const { address } = watched
  const csv = commandFiles(address)
  const etl = { form: 'csv', streamed: false, kinds: ['blocks', 'transactions', 'receipts'] } as const
  writeEtl(makeEtlWorld(7), { folder: path('etl'), ...etl })
  const dead = await insertDeadEvent(dashboard.server)
  const [pictured = 0, decided = 0] = await openReviews(server, own, ['document', 'rescreening'])
  const stuck = await markStuck(server)
  const site = 'https://acme.example'
  const about = ['--coin', 'ETH', '--address', address]
  const provider = ['--name', 'Acme', '--issuer', site, '--start', `${site}/start`]
  return [
    ['member add', () => ['member', 'add', own, 'by-command@example.com', '--role', 'viewer']],
    ['member remove', (made) => ['member', 'remove', own, made['member add']?.memberNo ?? '']],
    ['merchant update', () => ['merchant', 'update', own, '--name', 'By command']],
    ['merchant agents', () => ['merchant', 'agents', own, '--watch', 'on']],
    ['merchant create', () => ['merchant', 'create', 'Made by command']],
    ['key add', (made) => ['key', 'add', made['merchant create']?.mchNo ?? '']],
    ['key update', (made) => ['key', 'update', made['key add']?.keyId ?? '', '--name', 'By command']],
    ['key rotate', (made) => ['key', 'rotate', made['merchant create']?.keyId ?? '']],
    ['key revoke', (made) => ['key', 'revoke', made['key rotate']?.keyId ?? '']],
    ['program create', () => ['program', 'create', 'By command', '--merchant', own, '--kind', 'MeID']],
    [
      'program update',
      (made) => ['program', 'update', made['program create']?.programNo ?? '', '--name', 'B'],
    ],
    ['program activate', (made) => ['program', 'activate', made['program create']?.programNo ?? '']],
    ['provider add', () => ['provider', 'add', 'acme', ...provider, '--jwks', 'https://acme.example/jwks']],
    ['provider remove', () => ['provider', 'remove', 'acme']],
    ['policy set', () => ['policy', 'set', '--merchant', own, '--file', file('policy.json', csv.policy)]],
    ['policy remove', () => ['policy', 'remove', '--merchant', own]],
    ['report save', () => ['report', 'save', path('a.json'), '--merchant', own, ...about]],
    ['webhook secret', () => ['webhook', 'secret', '--merchant', own]],
    ['webhook url', () => ['webhook', 'url', '--merchant', own, '--url', 'https://hooks.example.com/b']],
    ['webhook retry', () => ['webhook', 'retry', '--id', dead]],
    ['endpoint add', () => ['endpoint', 'add', '--merchant', own, '--url', hook.url]],
    [
      'endpoint update',
      (made) => ['endpoint', 'update', made['endpoint add']?.id ?? '', '--merchant', own, '--enable'],
    ],
    [
      'webhook test',
      (made) => ['webhook', 'test', '--merchant', own, '--endpoint', made['endpoint add']?.id ?? ''],
    ],
    ['endpoint remove', (made) => ['endpoint', 'remove', made['endpoint add']?.id ?? '', '--merchant', own]],
    [
      'review pictures',
      () => ['review', 'pictures', String(pictured), '--by', 'j.doe', '--out', path('seen')],
    ],
    ['journey restart', () => ['journey', 'restart', '--id', String(stuck)]],
    ['review rule', () => ['review', 'rule', own, '--two-people', 'no']],
    ['review rule', () => ['review', 'rule', '--two-people', 'no']],
    ['transfer rule', () => ['transfer', 'rule', own, '--two-people', 'no']],
    ['case rule', () => ['case', 'rule', own, '--two-people', 'no']],
    ['review decide', () => ['review', 'clear', String(decided), '--by', 'j.doe', '--note', 'x']],
    ['review screen-again', () => ['review', 'screen-again']],
    ['list import', () => ['list', 'import', file('list.csv', csv.people), '--format', 'plain-csv']],
    ['user forget', () => ['user', 'forget', server.wallets.get('KYC Passed') ?? '', '--yes']],
    ['import transfers', () => ['import', 'transfers', file('transfers.csv', csv.transfers)]],
    ['import ethereum-etl', () => ['import', 'ethereum-etl', path('etl')]],
    ['import bitcoin-etl', () => ['import', 'bitcoin-etl', file('mined.json', csv.mined)]],
    ['import labels', () => ['import', 'labels', file('labels.csv', csv.labels)]],
    ['import prices', () => ['import', 'prices', file('prices.csv', csv.prices)]],
    ['ledger reset', () => ['ledger', 'reset', '--yes']],
    ['watch resume', () => ['watch', 'resume']],
    ['store recount', () => ['recount']],
    ['chain deploy', () => ['chain', 'deploy', '--again']],
    ['issuer rotate', () => ['issuer', 'rotate']],
  ]
}

test('logs the changes of operator commands', async () => {
  const lines = await commandLines()
  const changing = Object.entries(commandEntries).flatMap(([name, action]) => (action === null ? [] : [name]))
  expect([...new Set([...lines.map(([name]) => name), ...Object.keys(elsewhere)])].sort()).toEqual(
    changing.sort(),
  )

  const outputs: Outputs = {}
  for (const [name, argsOf] of lines) {
    const done = await dashboard.cli('--json', ...argsOf(outputs))
    expect(done, `${name}: ${done.stderr}`).toMatchObject({ code: 0 })
    outputs[name] = JSON.parse(done.stdout) as Output
    const made = outputs['merchant create']?.mchNo
    const logs = [
      '/operator',
      ...[dashboard.own, made].flatMap((mchNo) => (mchNo ? [`/merchants/${mchNo}`] : [])),
    ]
    const newest = await Promise.all(logs.map((log) => newestOf(operator, log)))
    expect(newest.toSorted((one, other) => (other?.id ?? 0) - (one?.id ?? 0))[0], name).toMatchObject({
      ...{ action: commandEntries[name], actor: 'command-line', by: null, network: null },
    })
  }
  // The permanent log contains no paths and no names of operators or people. Addresses of members are looked up.
  for (const base of ['/operator', `/merchants/${dashboard.own}`]) {
    expect((await operator.get(`${base}/audit`)).text).not.toMatch(/j\.doe|\.csv|\.json/)
    expect((await operator.get(`${base}/audit.csv`)).text).not.toMatch(/j\.doe|\.json/)
  }
})
