import { createClient } from '@touchstone/client'
import { silentLogger } from '@touchstone/common'
import { coins, networks } from '@touchstone/kyt'
import { readSettings, runCommand } from '@touchstone/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { demoAddress } from '../../packages/demo/src/world/demo-address.ts'
import { ask } from '../support/ask.ts'
import { freshDatabase } from '../support/engines.ts'
import { runCli, temporaryFolder } from '../support/spawn.ts'
import { startTimeout } from '../support/timeouts.ts'

// In an empty ledger, every address lacks a history. If the service reported the risk of such an address as
// low, a thief could use any service that has not imported its data yet.

const folder = temporaryFolder()
let env: Record<string, string>
let server: RunningServer
let client: ReturnType<typeof createClient>
let credentials: { mchNo: string; apiKey: string }

beforeAll(async () => {
  env = { TOUCHSTONE_DATA: folder.path, DATABASE_URL: await freshDatabase(), TOUCHSTONE_DEMO: 'off' }
  const settings = readSettings({ folder: folder.path, env: { PORT: '0', ...env } })
  const loggers = createLoggers({ level: 'silent', stream: { write: () => {} } })
  server = await startServer({ settings, loggers })
  const made = await runCommand({
    ...{ name: 'merchant create', input: { name: 'First merchant' }, settings, logger: silentLogger },
  })
  const limit = { mchNo: made.mchNo, callsPerSecond: 100_000 }
  await runCommand({ name: 'merchant update', input: limit, settings, logger: silentLogger })
  credentials = { mchNo: made.mchNo, apiKey: made.apiKey }
  client = createClient({ ...credentials, baseUrl: server.url, openapiUrl: server.url, authUrl: server.url })
}, startTimeout)
afterAll(async () => {
  await server?.stop()
  folder.remove()
})

const someone = '0x1111111111111111111111111111111111111111'

test('supports no coin', async () => {
  expect((await client.getKytStatus()).support_coin).toEqual([])
})

test('answers no queries about any coin, and reports the remedy', async () => {
  for (const { identifier, network } of coins) {
    if (identifier.includes('-') && network !== 'ETH') continue
    const query = { coin: identifier, address: demoAddress(network, 'person/anyone') }
    const score = await ask(`${server.url}/zkseradmin/openapi/kyt/risk/score`, {
      body: { ...credentials, ...query },
    })
    expect(score, identifier).toMatchObject({
      http: 400,
      body: {
        code: 400,
        message: `unsupported coin: the ledger contains no transfers on ${network}; the operator can import them, follow the chain or add a source`,
        data: null,
      },
    })
  }
  expect(new Set(coins.map(({ network }) => network)).size).toBe(Object.keys(networks).length)
})

test.each([
  'kyt/address/labels',
  'kyt/v1/address/actions',
  'kyt/address/counterparty',
  'kyt/address/overview',
  'kyt/v1/address/profile',
  'kyt/v1/risk/explain',
  'kyt/transactions/investigation',
  'kyt/v1/watch/add',
])('%s: answers no queries', async (path) => {
  const body = { ...credentials, coin: 'ETH', address: someone }
  const answer = await ask(`${server.url}/zkseradmin/openapi/${path}`, { body })
  expect(answer.http).toBe(400)
  expect(answer.text).toContain('the ledger contains no transfers on ETH')
})

test('is not reported as healthy by doctor', async () => {
  const { stdout } = await runCli(['doctor'], { ...env, PORT: new URL(server.url).port })
  expect(stdout).toMatch(/note +ledger data +none: no coin is supported and no address can be checked/)
})
