import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BareServer, buildBareServer } from '../support/bare-server.ts'

// What needs no key is counted by network and application, and by network. Nobody gets more by other names or by other
// addresses of one network, and nobody can use up what others have.

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
  '%s: 120 merchants that nobody knows are not 120 limits',
  async (_, check) => {
    expect(await countOf(200, 120, (index) => check(merchantNo(index)))).toBe(60)
    expect(await statusOf(check(merchantNo(121)))).toBe(429)
  },
)

test.each(Object.entries(checks))(
  '%s: the addresses of one IPv6 network are one caller',
  async (_, check) => {
    expect(await countOf(200, 60, (index) => check(merchantNo(1), hostOf(index)))).toBe(20)
  },
)

test.each(Object.entries(checks))("%s: a stranger can't block a merchant's users", async (_, check) => {
  await countOf(200, 100, () => check(merchantNo(1)))
  await countOf(200, 100, (index) => check(merchantNo(index)))
  expect(await statusOf(check(merchantNo(1)))).toBe(429)
  expect(await statusOf(check(merchantNo(1), '198.51.100.1'))).toBe(200)
})

test('a call that one application refuses takes nothing from the others', async () => {
  expect(await countOf(200, 100, () => checks.grant(merchantNo(1)))).toBe(20)
  expect(await countOf(200, 20, () => checks.grant(merchantNo(2)))).toBe(20)
  expect(await countOf(200, 20, () => checks.grant(merchantNo(3)))).toBe(20)
})

test('calls that fail are counted by network', async () => {
  const send = (index: number): Sent => ({ method: 'GET', url: '/kyc/v1/status', from: hostOf(index) })
  expect(await countOf(400, 600, send)).toBe(500)
})

test('pages are opened by network', async () => {
  const send = (index: number): Sent => ({
    url: '/frame/api/hand-off/claim',
    payload: { code: 'x'.repeat(43) },
    from: hostOf(index),
  })
  expect(await countOf(429, 8, send)).toBe(3)
})

test('calls of a page without a session are counted by network', async () => {
  const send = (index: number): Sent => ({ method: 'GET', url: '/frame/api/nothing', from: hostOf(index) })
  expect(await countOf(404, 600, send)).toBe(500)
})
