import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { demoDatabase } from '../support/demo-database.ts'
import { freshDatabase } from '../support/engines.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { waitUntil } from '../support/processes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'

let postgres: PostgresServer
let server: TestServer
beforeAll(async () => {
  postgres = await startPostgres()
  const template = await demoDatabase(postgres.url)
  const ledgerUrl = await freshDatabase({ postgresUrl: postgres.url, template })
  server = await startTestServer({ env: { LEDGER_URL: ledgerUrl } })
}, demoTimeout)
afterAll(async () => {
  await server?.stop()
  await postgres?.stop()
})

test('returns "not ready" only for ledger operations while the ledger is unavailable, and recovers automatically', async () => {
  const { mchNo, apiKey, programNo, addresses } = server.demo
  const thief = addresses.find(({ what }) => what.startsWith('Thief'))
  const gateway = `${server.url}/zkseradmin/openapi`
  const known = { mchNo, apiKey, coin: thief?.coin, address: thief?.address }
  // Returns a new address, because responses about addresses that were queried before are cached.
  let count = 0
  const other = () => ({ ...known, address: `0x${(++count).toString(16).padStart(40, '0')}` })
  const score = (body: object = other()) => ask(`${gateway}/kyt/risk/score`, { body })
  const profile = () => ask(`${gateway}/kyt/v1/address/profile`, { body: other() })
  const users = () => ask(`${gateway}/kyc/getUsersList`, { body: { mchNo, apiKey, programNo, page: 1 } })
  expect(await score(known)).toMatchObject({ http: 200, body: { data: { score: 100 } } })

  await postgres.kill()
  await waitUntil(async () => (await score()).http === 503, 10_000, 'the ledger outage to be reported')
  expect(await score()).toMatchObject({ http: 503, body: { code: 503, message: 'not ready', data: null } })
  expect(await profile()).toMatchObject({ http: 503, body: { success: false, msg: 'not ready', data: null } })
  expect(await users()).toMatchObject({ http: 200, body: { code: 80000000 } })
  expect(await ask(`${server.url}/health/ready`)).toMatchObject({ http: 200, body: { ledger: 'no answer' } })

  // Pages mark values that are currently unknown. The pages show neither JSON nor cached data, which can be
  // outdated.
  const startPage = await ask(server.url)
  expect(startPage.http).toBe(200)
  expect(startPage.text.includes('not available yet')).toBe(true)
  expect(startPage.text.includes('100 Severe')).toBe(false)

  await postgres.restart()
  await waitUntil(async () => (await score()).http === 200, 10_000, 'the ledger to be available again')
  expect(await score(known)).toMatchObject({ body: { data: { score: 100 } } })
  expect(await ask(`${server.url}/health/ready`)).toMatchObject({ http: 200, body: { ledger: 'ok' } })
})
