import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'

// Tests the example backend: a deposit is held, a compliance officer decides in the dashboard, and the backend learns
// of the decision by a verified webhook.

const example = fileURLToPath(new URL('../../examples/deposits/server.mjs', import.meta.url))

let dashboard: TestDashboard
let backend: ChildProcess | undefined
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server', ledger: true })
}, demoTimeout)
afterAll(async () => {
  backend?.kill()
  await dashboard?.stop()
})

test('holds a deposit until a compliance officer decides in the dashboard, and learns of the decision by webhook', {
  timeout: 240_000,
}, async () => {
  const { server, own, cli } = dashboard
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

  const { email } = await dashboard.member('compliance')
  const { page, problems, close } = await openDashboardPage(await sharedBrowser(), dashboard)
  await signInByMail(page, dashboard, email)
  await page.getByRole('link', { name: 'Transfers' }).click()
  await page.getByRole('link', { name: 'D-1', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Transfer D-1' }).waitFor()
  await page.getByText('high-exposure', { exact: true }).first().waitFor()
  // A decision states its reason.
  const allow = page.getByRole('button', { name: 'Allow', exact: true })
  expect(await allow.isDisabled()).toBe(true)
  await page.getByLabel('Note').fill('The customer sent the invoice of the sale.')
  await allow.click()
  await page.getByText('The decision is recorded.').waitFor()
  await page.getByText('The customer sent the invoice of the sale.').waitFor()
  expect(problems).toEqual([])
  await close()
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
