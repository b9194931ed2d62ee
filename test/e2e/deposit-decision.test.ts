import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

// Tests the example backend: a deposit is held, a member decides, and the backend learns of the
// decision by a verified webhook.

const example = fileURLToPath(new URL('../../examples/deposits/server.mjs', import.meta.url))

let server: TestServer
let backend: ChildProcess | undefined
beforeAll(async () => {
  server = await startTestServer()
}, demoTimeout)
afterAll(async () => {
  backend?.kill()
  await server?.stop()
})

const cli = (...args: string[]) => runCli(args, { ...server.stores, PORT: '0' })

test('holds a deposit until a member decides, and learns of the decision by webhook', {
  timeout: 240_000,
}, async () => {
  const own = server.demo.mchNo
  const port = await freePort()
  const site = `http://localhost:${port}`
  const made = await cli('webhook', 'secret', '--merchant', own)
  const secret = /whsec_\S+/.exec(made.stdout)?.[0] ?? ''
  const url = `${site}/webhooks/touchstone`
  expect(await cli('webhook', 'url', '--merchant', own, '--url', url)).toMatchObject({ code: 0 })
  backend = spawn(process.execPath, [example], {
    env: {
      TOUCHSTONE_URL: server.url,
      MCH_NO: own,
      API_KEY: server.demo.apiKey,
      WEBHOOK_SECRET: secret,
      DEPOSITS_FILE: join(server.dataFolder, 'deposits.jsonl'),
      PORT: String(port),
    },
    stdio: 'ignore',
  })
  const statusOf = (path: string, init?: RequestInit) =>
    fetch(`${site}${path}`, init).then(
      async (response) => [response.status, await response.text()] as const,
      () => [0, ''] as const,
    )
  await expect.poll(async () => (await statusOf('/deposits/none'))[0], { timeout: 30_000 }).toBe(404)

  const risky = server.demo.addresses.find(({ what }) => /two hops/.test(what))
  const deposit = { ...{ coin: risky?.coin, address: risky?.address, amount: '3' }, customer: 'C-17' }
  const send = (reference: string) =>
    statusOf('/deposits', { method: 'POST', body: JSON.stringify({ ...deposit, reference }) })
  const decisionOf = async (reference: string) =>
    (JSON.parse((await statusOf(`/deposits/${reference}`))[1]) as { decision: string }).decision
  expect(await send('D-1')).toEqual([200, expect.stringContaining('"decision":"hold"')])
  // A retry of the same deposit changes nothing.
  expect(await send('D-1')).toEqual([200, expect.stringContaining('"decision":"hold"')])

  const note = 'The customer sent the invoice of the sale.'
  const decide = ['transfer', 'decide', 'D-1', '--merchant', own, '--decision', 'allow', '--note', note]
  expect(await cli(...decide)).toMatchObject({ code: 0 })
  await expect.poll(() => decisionOf('D-1'), { timeout: 60_000 }).toBe('allow')

  // A webhook that Touchstone did not sign changes nothing.
  const forged = {
    id: 'e',
    created: 9e9,
    type: 'kyt.transfer.decided',
    data: { reference: 'D-1', decision: 'block' },
  }
  expect((await statusOf('/webhooks/touchstone', { method: 'POST', body: JSON.stringify(forged) }))[0]).toBe(
    401,
  )
  expect(await decisionOf('D-1')).toBe('allow')
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
