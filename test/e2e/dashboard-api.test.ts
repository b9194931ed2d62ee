import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, retryLimited, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { dashboardRoutes } from '../support/dashboard-routes.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard()
}, demoTimeout)
afterAll(() => dashboard?.stop())
const own = () => dashboard.own
const createBrowser = () => dashboard.createBrowser()
const member = (role: string) => dashboard.member(role)

test('lets a new member sign in with a code, see their permissions and sign out', async () => {
  const email = 'ada@example.com'
  await dashboard.cli('member', 'add', own(), email, '--role', 'developer')
  const browser = createBrowser()
  expect(codeOf(await browser.get('/session'))).toBe('session.over')
  const requested = await browser.post('/sign-in/code', { email })
  expect(requested).toMatchObject({ http: 200, body: { done: true } })
  expect(requested.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/i)
  expect(requested.headers.get('cache-control')).toBe('no-store')
  const code = await dashboard.smtp.code(email)
  const stranger = createBrowser()
  await stranger.post('/sign-in/code', { email: 'nobody@example.com' })
  expect(await stranger.post('/sign-in', { code })).toMatchObject({ http: 422 })
  expect(await browser.post('/sign-in', { code })).toMatchObject({ http: 200, body: { done: true } })
  const invited = await browser.get('/session')
  const merchant = { mchNo: own() }
  expect(invited.body).toMatchObject({
    email,
    memberships: [],
    invitations: [{ merchant, role: 'developer' }],
  })
  const accepting = {
    body: { id: (invited.body.invitations as { id: number }[])[0]?.id, accept: true },
    token: { 'x-csrf-token': String(invited.body.csrfToken) },
  }
  expect(codeOf(await browser.post('/invitations', accepting.body))).toBe('page.forged')
  expect(await browser.post('/invitations', accepting.body, accepting.token)).toMatchObject({ http: 200 })
  const { body } = await browser.get('/session')
  expect(body).toMatchObject({
    email,
    memberships: [{ merchant, role: 'developer', permissions: expect.any(Array) }],
  })
  // A page on another site could send the cookie, but not the token of the dashboard's page.
  expect(codeOf(await browser.post('/sign-out'))).toBe('page.forged')
  const token = { 'x-csrf-token': String(body.csrfToken) }
  expect(await browser.post('/sign-out', {}, token)).toMatchObject({ http: 200 })
  expect(await browser.get('/session')).toMatchObject({ http: 401 })
})

test('lets an owner add and remove members, ends their sessions, and logs the author and network', async () => {
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
    by: expect.stringMatching(/^member\d+@example\.com$/),
    target: email,
    network: browser.network,
  })
  // The page and the export look the addresses up. The stored log contains member numbers.
  const file = await browser.get(`/merchants/${own()}/audit.csv`)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, newest, ...older] = file.text.trimEnd().split('\r\n')
  expect(head).toBe('id,at,actor,by,member,action,target,detail,network')
  expect(newest).toMatch(/,member\d+@example\.com,U[0-9]{15},audit\.exported,/)
  expect(older[0]).toContain(`,member.removed,${email},`)
  expect(older.length).toBeGreaterThanOrEqual(entries.length)
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

test('lists a member’s sessions and ends other sessions on request', async () => {
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

test("requires the page's token on every POST route, and rejects sign-in forms from other sites", async () => {
  const { browser } = await member('operator')
  const posted = (await dashboardRoutes()).filter(({ method }) => method === 'POST')
  const [before, after] = [true, false].map((isBefore) =>
    posted.filter(({ path }) => path.startsWith('/sign-in') === isBefore),
  )
  expect(before).toHaveLength(9)
  expect(after?.length).toBeGreaterThan(40)
  for (const { path } of after ?? [])
    for (const token of ['', 'x'.repeat(43)]) {
      const answer = await retryLimited(() =>
        browser.post(path.replace(':mchNo', own()), {}, { 'x-csrf-token': token }),
      )
      expect([answer.http, codeOf(answer)], path).toEqual([403, 'page.forged'])
    }
  for (const { path } of before ?? [])
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
      'text/plain',
    ]) {
      const answer = await retryLimited(() => createBrowser().post(path, {}, { 'content-type': type }))
      expect([answer.http, answer.headers.get('set-cookie')], `${path} ${type}`).toEqual([400, null])
    }
})

test('limits frequent calls from one network without limiting others', async () => {
  const [browser, other] = [createBrowser(), createBrowser()]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => browser.post('/sign-in', { code: `00000${number % 10}` })),
  )
  const codes = answers.map((answer) => codeOf(answer))
  expect(codes).toContain('rate-limit')
  expect(answers.find((answer) => codeOf(answer) === 'rate-limit')?.http).toBe(429)
  expect(codeOf(await other.post('/sign-in', { code: '000000' }))).not.toBe('rate-limit')
})
