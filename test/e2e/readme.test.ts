import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const calls = [...readme.matchAll(/npx touchstone (call .*)/g)].map(([, line = '']) => line.split(' '))
const script = /```js\n(.*?)```/s.exec(readme)?.[1] ?? ''

const modes = [
  {
    name: 'with a host name per surface',
    env: {
      HOST: '127.0.0.1',
      TOUCHSTONE_ADMIN_GATEWAY_HOST: 'localhost',
      TOUCHSTONE_OPENAPI_HOST: '127.0.0.1',
      TOUCHSTONE_AUTH_HOST: '127.0.0.1',
    },
    hasLedger: true,
  },
  { name: 'without a ledger', env: { LEDGER_URL: 'off' }, hasLedger: false },
]

describe.each(modes)('$name', ({ env, hasLedger }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env })
  }, demoTimeout)
  afterAll(() => server?.stop())

  test('answers the calls in the README, or returns a one-sentence reason', async () => {
    expect(calls.map(([, operation]) => operation)).toEqual(['getRiskScore', 'getStatistics'])
    for (const call of calls) {
      const { code, stdout, stderr } = await runCli(call, { TOUCHSTONE_DATA: server.dataFolder })
      if (call.includes('getRiskScore') && !hasLedger) {
        expect(code).toBe(1)
        expect(stderr).toContain('not ready')
      } else {
        expect(code, stderr).toBe(0)
        expect(Object.keys(JSON.parse(stdout))).toContain(
          call.includes('getRiskScore') ? 'risk_level' : 'kyc_participants',
        )
      }
    }
  })

  test("runs the README's backend example", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env: { ...process.env, TOUCHSTONE_DATA: server.dataFolder },
    })
    expect(stdout).toMatch(/^\d+ users; latest status: "[A-Za-z ]+"\n$/)
  })

  test('lists the URL of each surface in demo.json', async () => {
    const { baseUrl, openapiUrl, authUrl, frameUrl, mchNo, apiKey, programNo } = server.demo
    const users = { mchNo, apiKey, programNo, page: 1 }
    expect(await ask(`${baseUrl}/zkseradmin/openapi/kyc/getUsersList`, { body: users })).toMatchObject({
      body: { code: 80000000 },
    })
    const headers = { mch_no: mchNo, api_key: apiKey }
    expect(await ask(`${openapiUrl}/kyc/v1/status`, { headers })).toMatchObject({ body: { code: 200 } })
    const body = { apiKey, appId: mchNo, apiModePermission: 0, lv: 2 }
    expect(await ask(`${authUrl}/api/token/get`, { body })).toMatchObject({ body: { code: 80000000 } })
    expect(await ask(`${frameUrl}/widget/svc-widget.global.js`)).toMatchObject({ http: 200 })
  })
})
