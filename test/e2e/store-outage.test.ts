import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { waitUntil } from '../support/processes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'

let postgres: PostgresServer
let server: TestServer
beforeAll(async () => {
  postgres = await startPostgres()
  server = await startTestServer({ engine: 'server', postgresUrl: postgres.url })
}, demoTimeout)
afterAll(async () => {
  await server.stop()
  await postgres.stop()
})

test('returns "not ready" in every operation’s envelope while the database is unavailable, and recovers automatically', async () => {
  const { mchNo, apiKey, programNo } = server.demo
  const users = () =>
    ask(`${server.url}/zkseradmin/openapi/kyc/getUsersList`, { body: { mchNo, apiKey, programNo, page: 1 } })
  const statistics = () => ask(`${server.url}/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`)
  const ready = async () => (await ask(`${server.url}/health/ready`)).http
  expect(await users()).toMatchObject({ http: 200, body: { code: 80000000 } })

  await postgres.kill()
  await waitUntil(async () => (await ready()) === 503, 10_000, 'the database outage to be reported')
  expect(await users()).toMatchObject({ http: 503, body: { code: 80000004, data: null, msg: 'not ready' } })
  expect(await statistics()).toMatchObject({
    http: 503,
    body: { code: 503, data: null, message: 'not ready' },
  })
  expect((await users()).headers.get('retry-after')).toBe('2')
  expect((await ask(`${server.url}/health/live`)).http).toBe(200)

  await postgres.restart()
  await waitUntil(async () => (await ready()) === 200, 10_000, 'the database to be available again')
  expect(await users()).toMatchObject({ http: 200, body: { code: 80000000, data: { total: 56 } } })
})
