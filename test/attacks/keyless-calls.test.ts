import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BareServer, buildBareServer } from '../support/bare-server.ts'

// Keyless calls are counted by network and application, and by network alone. A client must not be able to
// raise its limit by using other application ids or other addresses on the same network, or to exhaust
// another client's limit.

let server: BareServer
beforeAll(async () => {
  server = await buildBareServer({ TOUCHSTONE_TRUST_PROXY: '127.0.0.1' })
})
beforeEach(() => server.clock.advance(1000))
afterAll(() => server.app.close())

const mine = '203.0.113.7'
const merchantNo = (index: number) => `M${String(index).padStart(31, '0')}`
const hostOf = (index: number) => `2001:db8:1:2::${index.toString(16)}`

type Sent = { from?: string } & InjectOptions

async function statusOf({ from = mine, ...options }: Sent): Promise<number> {
  const headers = { ...options.headers, 'x-forwarded-for': from }
  return (await server.app.inject({ method: 'POST', ...options, headers })).statusCode
}

async function countOf(status: number, count: number, send: (index: number) => Sent): Promise<number> {
  const all = await Promise.all(Array.from({ length: count }, (_, index) => statusOf(send(index))))
  return all.filter((each) => each === status).length
}

const checks = {
  grant: (appId: string, from = mine): Sent => ({
    url: '/api/grant/check_v2',
    payload: { appId, userAccount: 'x' },
    from,
  }),
  meid: (mchNo: string, from = mine): Sent => ({
    url: '/appUserGrantMch/queryBindingMeId',
    payload: { mchNo, userAccount: 'x' },
    from,
  }),
  page: (appId: string, from = mine): Sent => ({ method: 'GET', url: `/?appId=${appId}`, from }),
}

test.each(Object.entries(checks))(
  '%s: counts calls for 120 unknown merchants towards one limit',
  async (_, check) => {
    expect(await countOf(200, 120, (index) => check(merchantNo(index)))).toBe(60)
    expect(await statusOf(check(merchantNo(121)))).toBe(429)
  },
)

test.each(Object.entries(checks))(
  '%s: counts the addresses of one IPv6 network as one caller',
  async (_, check) => {
    expect(await countOf(200, 60, (index) => check(merchantNo(1), hostOf(index)))).toBe(20)
  },
)

test.each(Object.entries(checks))(
  "%s: does not let another client block a merchant's users",
  async (_, check) => {
    await countOf(200, 100, () => check(merchantNo(1)))
    await countOf(200, 100, (index) => check(merchantNo(index)))
    expect(await statusOf(check(merchantNo(1)))).toBe(429)
    expect(await statusOf(check(merchantNo(1), '198.51.100.1'))).toBe(200)
  },
)

test('does not count a call rejected for one application towards the limits of other applications', async () => {
  expect(await countOf(200, 100, () => checks.grant(merchantNo(1)))).toBe(20)
  expect(await countOf(200, 20, () => checks.grant(merchantNo(2)))).toBe(20)
  expect(await countOf(200, 20, () => checks.grant(merchantNo(3)))).toBe(20)
})

test('counts failed calls by network', async () => {
  const send = (index: number): Sent => ({ method: 'GET', url: '/kyc/v1/status', from: hostOf(index) })
  expect(await countOf(400, 600, send)).toBe(500)
})

test('counts page views by network', async () => {
  const send = (index: number): Sent => ({
    url: '/frame/api/hand-off/claim',
    payload: { code: 'x'.repeat(43) },
    from: hostOf(index),
  })
  expect(await countOf(429, 8, send)).toBe(3)
})

test('counts page calls without a session by network', async () => {
  const send = (index: number): Sent => ({ method: 'GET', url: '/frame/api/nothing', from: hostOf(index) })
  expect(await countOf(404, 600, send)).toBe(500)
})
