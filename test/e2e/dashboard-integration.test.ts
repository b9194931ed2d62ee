import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { codeOf, type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
let browser: DashboardBrowser
beforeAll(async () => {
  dashboard = await startDashboard({ env: { LEDGER_URL: '' } })
  browser = (await dashboard.member('owner')).browser
}, demoTimeout)
afterAll(() => dashboard?.stop())

const base = () => `/merchants/${dashboard.own}`
const tokenWith = async (apiKey: string) => {
  const body = { appId: dashboard.own, apiKey, apiModePermission: 0, lv: 2 }
  return (await ask(`${dashboard.server.url}/api/token/get`, { body })).body.code
}
const actions = async () => {
  const { entries } = (await browser.get(`${base()}/audit`)).body as { entries: Record<string, unknown>[] }
  return entries.map(({ action, target }) => [action, target])
}

test('adds, rotates and revokes keys with immediate effect, and never logs a key', async () => {
  expect((await browser.get(`${base()}/integration`)).body).toEqual({
    ...{ appId: dashboard.own, apiUrl: dashboard.server.url, authUrl: dashboard.server.url },
    frameUrl: dashboard.server.url,
  })
  const added = (await browser.post(`${base()}/keys/add`)).body as { keyId: string; apiKey: string }
  expect(await tokenWith(added.apiKey)).toBe(80000000)
  const grace = { keyId: added.keyId, graceSeconds: 0 }
  const rotated = (await browser.post(`${base()}/keys/rotate`, grace)).body as typeof added
  expect(await tokenWith(rotated.apiKey)).toBe(80000000)
  await browser.post(`${base()}/keys/revoke`, { keyId: rotated.keyId })
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(await tokenWith(added.apiKey)).not.toBe(80000000)
  expect(await tokenWith(rotated.apiKey)).not.toBe(80000000)
  expect((await actions()).slice(0, 3)).toEqual([
    ['key.revoked', rotated.keyId],
    ['key.rotated', added.keyId],
    ['key.added', added.keyId],
  ])
  const { keys } = (await browser.get(`${base()}/keys`)).body as { keys: { revokedAt: string | null }[] }
  expect(keys.filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(1)
  const log = (await browser.get(`${base()}/audit`)).text
  for (const { apiKey } of [added, rotated]) expect(log).not.toContain(apiKey.split('.')[1])
})

test('adds keys with limits and changes the limits', async () => {
  const limits = { name: 'Reports', scopes: ['kyc:read'], networks: ['192.0.2.0/24'], expiresInSeconds: 3600 }
  const { keyId, apiKey } = (await browser.post(`${base()}/keys/add`, limits)).body as Record<string, string>
  expect(await tokenWith(apiKey ?? '')).toBe(81000014)
  const shown = async () => {
    const { keys } = (await browser.get(`${base()}/keys`)).body as { keys: Record<string, unknown>[] }
    return keys.find((key) => key.keyId === keyId)
  }
  const { expiresInSeconds, ...same } = limits
  expect(await shown()).toMatchObject({ ...same, expiresAt: expect.stringMatching(/Z$/) })
  const wider = { keyId, scopes: null, networks: null, expiresInSeconds: null }
  expect(await browser.post(`${base()}/keys/change`, wider)).toMatchObject({ http: 200 })
  expect(await shown()).toMatchObject({ name: 'Reports', scopes: null, networks: null, expiresAt: null })
  await expect.poll(() => tokenWith(apiKey ?? '')).toBe(80000000)
  expect((await actions())[0]).toEqual(['key.changed', keyId])
  const refused = await browser.post(`${base()}/keys/add`, { networks: ['0.0.0.0/0'] })
  expect([refused.http, codeOf(refused)]).toEqual([400, 'parameter.networks'])
})

test("gives the same answer for another merchant's key and for an unknown key", async () => {
  const made = await dashboard.cli('key', 'list', dashboard.foreign, '--json')
  const [theirs] = JSON.parse(made.stdout) as { keyId: string }[]
  for (const [path, more] of [
    ['rotate', { graceSeconds: 1 }],
    ['revoke', {}],
  ] as const) {
    const foreign = await browser.post(`${base()}/keys/${path}`, { keyId: theirs?.keyId, ...more })
    const unknown = await browser.post(`${base()}/keys/${path}`, { keyId: 'ffffffff', ...more })
    expect(foreign).toMatchObject({ http: 400, text: unknown.text })
    expect(codeOf(foreign)).toBe('parameter.key-id')
  }
  const after = await dashboard.cli('key', 'list', dashboard.foreign, '--json')
  expect(after.stdout).toBe(made.stdout)
})

test('requires a secret before a webhook URL can be set, and logs only the URL’s host', async () => {
  const url = 'https://hooks.example.com/with/a/secret'
  expect((await browser.get(`${base()}/webhook`)).body).toEqual({
    ...{ url: null, hasSecret: false, oldSecretUntil: null },
  })
  expect(codeOf(await browser.post(`${base()}/webhook`, { url }))).toBe('webhook.no-secret')
  const { secret } = (await browser.post(`${base()}/webhook/secret`, { graceSeconds: 60 })).body
  expect(secret).toMatch(/^whsec_/)
  await browser.post(`${base()}/webhook`, { url })
  await browser.post(`${base()}/webhook/secret`, { graceSeconds: 60 })
  expect((await browser.get(`${base()}/webhook`)).body).toEqual({
    ...{ url, hasSecret: true, oldSecretUntil: expect.stringMatching(/Z$/) },
  })
  const { events } = (await browser.get(`${base()}/events?type=meid.moved`)).body as { events: unknown[] }
  expect(events).toEqual([])
  const log = await browser.get(`${base()}/audit`)
  expect(log.text).toContain('"host":"hooks.example.com"')
  expect(log.text).not.toContain('with/a/secret')
  const wrong = await browser.post(`${base()}/webhook`, { url: 'http://10.0.0.1/' })
  expect([wrong.http, codeOf(wrong)]).toEqual([422, 'webhook.url'])
})

test('lists every operation in the console and calls operations as a client would', async () => {
  // Makes the calls as another member, because calls are limited per member.
  const { browser } = await dashboard.member('owner')
  const { body } = await browser.get(`${base()}/console`)
  const { operations } = body as { operations: { name: string; fields: { name: string }[] }[] }
  expect(operations.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['getUsersList', 'getRiskScore', 'getAccessToken', 'checkGrant']),
  )
  const names = operations.flatMap(({ fields }) => fields.map(({ name }) => name))
  expect(names.filter((name) => /mch|appId|key/i.test(name))).toEqual([])
  const call = (operation: string, input: object, apiKey?: string) =>
    browser.post(`${base()}/console`, { operation, input, ...(apiKey !== undefined && { apiKey }) })
  const { programNo, apiKey } = dashboard.server.demo
  const users = { http: 200, body: { code: 80000000, data: { users: expect.any(Array) } } }
  expect((await call('getUsersList', { programNo, page: '1' })).body).toMatchObject(users)
  expect((await call('getUsersList', { programNo, page: 1 }, apiKey)).body).toMatchObject(users)
  expect((await call('getStatistics', {})).body).toMatchObject({ http: 200, body: { code: 200 } })
  expect((await call('getKytStatus', {})).body).toMatchObject({ http: 200, body: { code: 200 } })
  const token = await call('getAccessToken', { apiModePermission: '0', lv: '2' })
  expect(token.body).toMatchObject({ body: { data: { accessToken: expect.any(String) } } })
  expect((await actions())[0]).toEqual(['console.called', 'getAccessToken'])
  expect((await call('getUsersList', { programNo, page: 0 })).body).toMatchObject({
    body: { code: expect.not.stringMatching('80000000'), msg: expect.stringContaining('page') },
  })
  expect(codeOf(await call('nothing', {}))).toBe('parameter.operation')
  const wrongKey = `${'0'.repeat(8)}.${'0'.repeat(32)}`
  const refused = await call('getUsersList', { programNo, page: 1 }, wrongKey)
  expect(refused.body).toMatchObject({ body: { data: null } })
  expect(dashboard.server.logs.join('')).not.toContain(apiKey)
})

test('rejects invalid input with the field name', async () => {
  // Makes the calls as another member, because calls are limited per member.
  const { browser } = await dashboard.member('owner')
  const refused = [
    await browser.post(`${base()}/keys/rotate`, { keyId: 'x', graceSeconds: 1 }),
    await browser.post(`${base()}/keys/rotate`, { keyId: 'ffffffff', graceSeconds: -1 }),
    await browser.post(`${base()}/keys/revoke`, {}),
    await browser.post(`${base()}/webhook`, { url: 5 }),
    await browser.post(`${base()}/webhook/secret`, {}),
    await browser.get(`${base()}/events?before=x`),
    await browser.post(`${base()}/webhook/again`, {}),
    await browser.post(`${base()}/webhook/again`, { id: 'x' }),
    await browser.post(`${base()}/console`, { operation: 'getStatistics' }),
  ]
  expect(refused.map((answer) => [answer.http, codeOf(answer)])).toEqual([
    [400, 'parameter.keyId'],
    [400, 'parameter.graceSeconds'],
    [400, 'parameter.keyId'],
    [400, 'parameter.url'],
    [400, 'parameter.graceSeconds'],
    [400, 'parameter.before'],
    [400, 'parameter.id'],
    [400, 'parameter.id'],
    [400, 'parameter.input'],
  ])
})

test('counts calls by key in the overview, and shows alerts only to members with access', async () => {
  const { browser: viewer } = await dashboard.member('viewer')
  const { browser: compliance } = await dashboard.member('compliance')
  const path = `/merchants/${dashboard.own}/overview?days=7`
  type Days = { days: { calls: number; errors: number }[]; alerts: unknown; totals: { started: number } }
  const before = (await viewer.get(path)).body as Days
  expect(before.days).toHaveLength(7)
  expect(before.totals.started).toBeGreaterThan(0)
  expect(before.alerts).toBeNull()
  expect((await compliance.get(path)).body.alerts).toEqual([])
  const { programNo, apiKey } = dashboard.server.demo
  const call = async (page: number) =>
    await ask(`${dashboard.server.url}/zkseradmin/openapi/kyc/getUsersList`, {
      body: { mchNo: dashboard.own, apiKey, programNo, page },
    })
  await call(1)
  await ask(`${dashboard.server.url}/zkseradmin/openapi/kyc/getUsersList`, {
    body: { mchNo: dashboard.own, apiKey, programNo: '1', page: 1 },
  })
  const counted = async () => ((await viewer.get(path)).body as Days).days.at(-1)
  const [calls, errors] = [before.days.at(-1)?.calls ?? 0, before.days.at(-1)?.errors ?? 0]
  await expect
    .poll(async () => (await counted())?.calls, { timeout: 12_000, interval: 500 })
    .toBeGreaterThanOrEqual(calls + 2)
  expect((await counted())?.errors).toBeGreaterThan(errors)
  expect(codeOf(await viewer.get(`/merchants/${dashboard.own}/overview?days=8`))).toBe('parameter.days')
})
