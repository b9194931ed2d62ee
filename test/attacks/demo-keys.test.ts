import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoFile } from '@touchstone/demo'
import { readSettings } from '@touchstone/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { ask } from '../support/ask.ts'
import { copyDemo } from '../support/demo-data.ts'
import { runCli } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

// The start page shows the demo key to every visitor. A data folder that was created with the demo can later
// serve real merchants. When the demo is off, the demo key must not give access.

let [folder, token]: [string, string] = ['', '']
let demo: DemoFile
let server: RunningServer

const start = (env: Record<string, string>) => {
  const settings = readSettings({ folder, env: { PORT: '0', TOUCHSTONE_DATA: folder, ...env } })
  const loggers = createLoggers({ level: 'silent', stream: { write: () => {} } })
  return startServer({ settings, loggers })
}

const exchange = async ({ url }: RunningServer) => {
  const { mchNo: appId, apiKey } = demo
  const answer = await ask(`${url}/api/token/get`, { body: { appId, apiKey, apiModePermission: 0, lv: 2 } })
  return (answer.body.data ?? {}) as { accessToken?: string }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-demo-off-'))
  await copyDemo(folder)
  const before = await start({})
  demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as DemoFile
  token = (await exchange(before)).accessToken ?? ''
  await before.stop()
  server = await start({ TOUCHSTONE_DEMO: 'off', LEDGER_URL: 'off' })
}, demoTimeout)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('rejects a request for the users list with the demo key', async () => {
  const { mchNo, apiKey, programNo } = demo
  const users = `${server.url}/zkseradmin/openapi/kyc/getUsersList`
  const answer = await ask(users, { body: { mchNo, apiKey, programNo, page: 1 } })
  const wrong = await ask(users, {
    body: { mchNo, apiKey: `${'0'.repeat(8)}.${'0'.repeat(32)}`, programNo, page: 1 },
  })
  expect(answer.body.data).toBeFalsy()
  expect([answer.http, answer.body.code]).toEqual([wrong.http, wrong.body.code])
})

test('rejects a request for statistics with the demo key', async () => {
  const { mchNo, apiKey } = demo
  const answer = await ask(`${server.url}/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`)
  expect(answer.http).toBe(401)
})

test('rejects a token exchange with the demo key', async () => {
  expect(await exchange(server)).toEqual({})
})

test('rejects a session request with a token that was issued while the demo was on', async () => {
  expect(token).not.toBe('')
  const answer = await ask(`${server.url}/frame/api/session`, {
    body: {
      appId: demo.mchNo,
      accessToken: token,
      lv: 2,
      chainId: '137',
      origin: server.url,
      checkAddress: false,
      locale: 'en',
    },
  })
  expect(answer.text).toContain('token.unknown')
})

test('reports no error in doctor, which skips the demo checks', async () => {
  const { stdout } = await runCli(['doctor', '--data', folder], { TOUCHSTONE_DEMO: 'off', LEDGER_URL: 'off' })
  expect(stdout).toContain('not checked: the demo is off')
})
