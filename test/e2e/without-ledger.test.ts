import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { LEDGER_URL: 'off' } })
}, demoTimeout)
afterAll(() => server.stop())

test('verifies people without a ledger, and returns "not ready" for address risk', async () => {
  const { mchNo, apiKey, programNo, addresses } = server.demo
  expect(addresses).toEqual([])
  const gateway = `${server.url}/zkseradmin/openapi`
  const about = { mchNo, apiKey, coin: 'ETH', address: '0x8617e340b3d01fa5f11f306f4090fd50e238070d' }
  const notReady = { http: 503, body: { code: 503, message: 'not ready', data: null } }
  for (const path of ['risk/score', 'address/labels', 'address/overview', 'transactions/investigation'])
    expect(await ask(`${gateway}/kyt/${path}`, { body: about }), path).toMatchObject(notReady)
  expect(await ask(`${gateway}/kyt/v1/address/profile`, { body: about })).toMatchObject({
    http: 503,
    body: { success: false, msg: 'not ready', data: null },
  })
  const users = await ask(`${gateway}/kyc/getUsersList`, { body: { mchNo, apiKey, programNo, page: 1 } })
  expect(users).toMatchObject({ http: 200, body: { code: 80000000 } })

  expect(await ask(`${server.url}/health/ready`)).toMatchObject({
    http: 200,
    body: { status: 'ready', ledger: 'none' },
  })
  const page = await ask(server.url)
  expect(page).toMatchObject({ http: 200, text: expect.stringContaining('There is no ledger') })
  for (const text of ['Check an address', 'risk of an address', '/dashboard/explorer'])
    expect(page.text).not.toContain(text)
  expect(server.banner).toContain('none (address risk is not served)')
  // The service does not try to connect to a ledger that is turned off.
  expect(server.logs.filter((line) => line.includes('"level":"warn"'))).toEqual([])
})

test('lists only served operations in every document', async () => {
  const { text } = await ask(`${server.url}/openapi.json`)
  expect(text).not.toContain('/kyt/')
  expect(text).toContain('getUsersList')
  const docs = await ask(`${server.url}/docs`)
  expect(docs.text).not.toContain('address-risk')
  expect(docs.text).toContain('/docs/verification-status')
  expect(await ask(`${server.url}/docs/address-risk`)).toMatchObject({ http: 404 })
})
