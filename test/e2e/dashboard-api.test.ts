import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { runCli } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
let smtp: TestSmtp
let foreign: string
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({
    env: { SMTP_URL: smtp.url, LEDGER_URL: 'off', TOUCHSTONE_TRUST_PROXY: '127.0.0.1' },
  })
  const made = await runCli(['merchant', 'create', 'Another', '--json'], env())
  foreign = (JSON.parse(made.stdout) as { mchNo: string }).mchNo
}, demoTimeout)
afterAll(async () => {
  await server?.stop()
  await smtp?.stop()
})
const env = () => ({ TOUCHSTONE_DATA: server.dataFolder, ...server.stores })
const own = () => server.demo.mchNo

type Answer = { http: number; body: Record<string, unknown>; headers: Headers }
type Body = Record<string, unknown>

let browsers = 0
/** A browser in a network of its own: keeps cookies, sends the token of its page along. */
function createBrowser() {
  const network = `10.8.0.${++browsers}`
  const cookies = new Map<string, string>()
  let csrf = ''
  const call = async (method: string, path: string, body?: Body, headers: Body = {}): Promise<Answer> => {
    const answer = await fetch(`${server.url}/dashboard/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': network,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'x-csrf-token': csrf }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      http: answer.status,
      body: (await answer.json()) as Record<string, unknown>,
      headers: answer.headers,
    }
  }
  const browser = {
    network,
    get: (path: string) => call('GET', path),
    post: (path: string, body: Body = {}, headers: Body = {}) => call('POST', path, body, headers),
    async signIn(email: string): Promise<Answer> {
      const mails = smtp.mails.filter(({ to }) => to.includes(email)).length
      expect(await browser.post('/sign-in/code', { email })).toMatchObject({ http: 200 })
      const entered = await browser.post('/sign-in', { code: await smtp.code(email, mails + 1) })
      csrf = String((await browser.get('/session')).body.csrfToken)
      return entered
    },
  }
  return browser
}
type Browser = ReturnType<typeof createBrowser>

let people = 0
async function member(role: string, mchNo = own()): Promise<{ email: string; browser: Browser }> {
  const email = `member${++people}@example.com`
  const options = role === 'operator' ? ['operator', email] : [mchNo, email, '--role', role]
  const added = await runCli(['member', 'add', ...options], env())
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(email) })
  const browser = createBrowser()
  await browser.signIn(email)
  return { email, browser }
}
const codeOf = ({ body }: Answer) => (body.error as { code: string } | undefined)?.code

test('somebody who was added signs in by a code, sees what they may do, and signs out', async () => {
  const email = 'ada@example.com'
  await runCli(['member', 'add', own(), email, '--role', 'developer'], env())
  const browser = createBrowser()
  expect(codeOf(await browser.get('/session'))).toBe('session.over')
  const asked = await browser.post('/sign-in/code', { email })
  expect(asked).toMatchObject({ http: 200, body: { done: true } })
  expect(asked.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/i)
  expect(asked.headers.get('cache-control')).toBe('no-store')
  const code = await smtp.code(email)
  const stranger = createBrowser()
  await stranger.post('/sign-in/code', { email: 'nobody@example.com' })
  expect(await stranger.post('/sign-in', { code })).toMatchObject({ http: 422 })
  expect(await browser.post('/sign-in', { code })).toMatchObject({ http: 200, body: { done: true } })
  const { body } = await browser.get('/session')
  expect(body).toMatchObject({
    email,
    memberships: [{ merchant: { mchNo: own() }, role: 'developer', permissions: expect.any(Array) }],
  })
  // The cookie alone is what another site's page could send.
  expect(codeOf(await browser.post('/sign-out'))).toBe('page.forged')
  const token = { 'x-csrf-token': String(body.csrfToken) }
  expect(await browser.post('/sign-out', {}, token)).toMatchObject({ http: 200 })
  expect(await browser.get('/session')).toMatchObject({ http: 401 })
})

test('an owner adds and removes people, whose sessions end, and the log has who did it from where', async () => {
  const { browser } = await member('owner')
  const path = `/merchants/${own()}/members`
  const email = 'new@example.com'
  const { body } = await browser.post(path, { email, role: 'compliance' })
  const [added] = body.members as { memberNo: string }[]
  const theirs = createBrowser()
  await theirs.signIn(email)
  expect(await theirs.get('/session')).toMatchObject({ http: 200 })
  expect(await browser.post(`${path}/remove`, { memberNo: added?.memberNo })).toMatchObject({ http: 200 })
  expect(await theirs.get('/session')).toMatchObject({ http: 401 })
  const { entries } = (await browser.get(`/merchants/${own()}/audit`)).body as { entries: object[] }
  expect(entries[0]).toMatchObject({
    action: 'member.removed',
    actor: 'member',
    by: expect.stringMatching(/^U\d{15}$/),
    target: added?.memberNo,
    network: browser.network,
  })
  expect(JSON.stringify(entries)).not.toContain('@')
  const refused = [
    await browser.post(path, { email: 'nobody', role: 'viewer' }),
    await browser.post(path, { email, role: 'king' }),
    await browser.post(path, { email }),
    await browser.post(`${path}/remove`, { memberNo: 'U1' }),
    await browser.get(`/merchants/${own()}/audit?before=x`),
  ]
  expect(refused.map((answer) => [answer.http, codeOf(answer)])).toEqual([
    [400, 'parameter.e-mail'],
    [400, 'parameter.role'],
    [400, 'parameter.role'],
    [400, 'parameter.memberNo'],
    [400, 'parameter.before'],
  ])
})

test('sessions are listed, and another one can be ended', async () => {
  const { email, browser } = await member('viewer')
  const other = createBrowser()
  await other.signIn(email)
  type Listed = { sessions: { id: number; own: boolean }[] }
  const { sessions } = (await browser.get('/sessions')).body as Listed
  expect(sessions.map(({ own: isOwn }) => isOwn).toSorted()).toEqual([false, true])
  await browser.post('/sessions/end', { id: sessions.find(({ own: isOwn }) => !isOwn)?.id })
  expect(await other.get('/session')).toMatchObject({ http: 401 })
  expect(await browser.get('/session')).toMatchObject({ http: 200 })
})

describe('who may call what', () => {
  const body = { email: 'table@example.com', role: 'viewer' }
  const remove = { memberNo: `U${'0'.repeat(15)}` }
  type Call = (browser: Browser, base: string) => Promise<Answer>
  /** For each route: who may, and what is answered then, for a merchant and for the operator's own. */
  const routes: { name: string; may: readonly string[]; merchant: number; operator: number; call: Call }[] = [
    {
      ...{ name: 'list members', may: ['owner', 'operator'], merchant: 200, operator: 200 },
      call: (browser, base) => browser.get(`${base}/members`),
    },
    {
      // A viewer of no merchant can't be.
      ...{ name: 'add a member', may: ['owner', 'operator'], merchant: 200, operator: 400 },
      call: (browser, base) => browser.post(`${base}/members`, body),
    },
    {
      // Nobody has that number.
      ...{ name: 'remove one', may: ['owner', 'operator'], merchant: 400, operator: 400 },
      call: (browser, base) => browser.post(`${base}/members/remove`, remove),
    },
    {
      ...{ name: 'read the log', may: ['owner', 'operator'], merchant: 200, operator: 200 },
      call: (browser, base) => browser.get(`${base}/audit`),
    },
  ]

  test.each(['owner', 'developer', 'compliance', 'viewer', 'operator'])('%s', async (role) => {
    const { browser } = await member(role)
    const isOperator = role === 'operator'
    for (const { name, may, merchant, operator, call } of routes) {
      const mine = await call(browser, `/merchants/${own()}`)
      const theirs = await call(browser, `/merchants/${foreign}`)
      const service = await call(browser, '/operator')
      if (may.includes(role)) expect(mine.http, name).toBe(merchant)
      else expect([mine.http, codeOf(mine)], name).toEqual([403, 'member.not-allowed'])
      if (isOperator) expect(theirs.http, name).toBe(merchant)
      else expect([theirs.http, codeOf(theirs)], name).toEqual([404, 'member.not-found'])
      if (isOperator) expect(service.http, name).toBe(operator)
      else expect([service.http, codeOf(service)], name).toEqual([403, 'member.not-allowed'])
    }
  })

  test('nobody who is not signed in', async () => {
    for (const { name, call } of routes)
      expect(await call(createBrowser(), `/merchants/${own()}`), name).toMatchObject({ http: 401 })
    expect(await createBrowser().get('/nothing')).toMatchObject({ http: 404 })
  })
})
