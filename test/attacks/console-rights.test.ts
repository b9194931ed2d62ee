import { operations } from '@touchstone/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConsoleRights } from '../../apps/server/src/plugins/console-rights.ts'
import { ask } from '../support/ask.ts'
import { codeOf, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { demoTimeout } from '../support/timeouts.ts'

// The test console calls operations without a key, with the permissions of the signed-in member. A client
// that could obtain this permission could read data about the people of every merchant.

let dashboard: TestDashboard
const limit = 5
beforeAll(async () => {
  dashboard = await startDashboard({ callsPerSecond: limit })
}, demoTimeout)
afterAll(() => dashboard?.stop())

const list = { operation: 'getUsersList', input: { page: 1 } }
const users = (body: object, headers: Record<string, string> = {}) =>
  ask(`${dashboard.server.url}/zkseradmin/openapi/kyc/getUsersList`, {
    body: { programNo: dashboard.server.demo.programNo, page: 1, ...body },
    headers,
  })

test('ignores every forged console permission that a client can send, even while the console is in use', async () => {
  const { own } = dashboard
  const { browser } = await dashboard.member('owner')
  const base = `/merchants/${own}/console`
  const keys = ['', 'console', `console:${own}`, own, 'null', 'undefined', '0'.repeat(43)]
  const tries = keys.flatMap((apiKey) => [
    users({ mchNo: own, apiKey }),
    users({ mchNo: own, apiKey }, { host: 'localhost', 'x-forwarded-for': '127.0.0.1', 'x-console': own }),
  ])
  const [used, ...refused] = await Promise.all([
    browser.post(base, { ...list, input: { page: 1, programNo: dashboard.server.demo.programNo } }),
    ...tries,
  ])
  expect(used?.body).toMatchObject({ http: 200, body: { data: { users: expect.any(Array) } } })
  for (const { body } of refused) expect(body).toMatchObject({ data: null })
})

test('limits the permission to one call of one operation', async () => {
  const rights = createConsoleRights()
  const { getUsersList, getStatistics } = operations
  const lent = { operation: getUsersList, mchNo: 'M1' }
  expect(rights.take(getUsersList)).toBeUndefined()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const inside = rights.lend(lent, async () => {
    await held
    return [rights.take(getStatistics), rights.take(getUsersList), rights.take(getUsersList)]
  })
  expect(rights.take(getUsersList), 'beside it').toBeUndefined()
  release()
  expect(await inside).toEqual([undefined, 'M1', undefined])
  expect(rights.take(getUsersList), 'after it').toBeUndefined()
})

test('hides people from members without access, and the people of other merchants from every member', async () => {
  const { own, foreign, server } = dashboard
  const { browser } = await dashboard.member('developer')
  const input = { page: 1, programNo: server.demo.programNo }
  const people = await browser.post(`/merchants/${own}/console`, { operation: 'getUsersList', input })
  expect([people.http, codeOf(people)]).toEqual([403, 'member.needs-key'])
  const others = await browser.post(`/merchants/${foreign}/console`, { operation: 'getStatistics', input })
  expect([others.http, codeOf(others)]).toEqual([404, 'member.not-found'])
  // Credentials in the request's fields do not override the merchant in the path.
  const owner = (await dashboard.member('owner', foreign)).browser
  for (const name of ['mchNo', 'mch_no', 'appId'])
    expect(
      await owner.post(`/merchants/${foreign}/console`, {
        operation: 'getUsersList',
        input: { ...input, [name]: own },
      }),
    ).toMatchObject({ body: { body: { data: null } } })
})

test("counts console calls towards the merchant's limit", async () => {
  const { browser } = await dashboard.member('owner')
  const call = () =>
    browser.post(`/merchants/${dashboard.own}/console`, { operation: 'getStatistics', input: {} })
  const answers = await Promise.all(Array.from({ length: limit * 4 }, call))
  expect(answers.filter(({ body }) => body.http === 429).length).toBeGreaterThan(0)
})
