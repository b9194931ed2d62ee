import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tutorial = readFileSync(`${root}docs/tutorial.md`, 'utf8')
const files = [...tutorial.matchAll(/<!-- file: (\S+) -->\n\n```\w+\n(.*?)```/gs)]
// A folder inside the repository, so that the shop can resolve the client as it would in the reader's folder.
const folder = join(root, 'node_modules', '.cache', `tutorial-${process.pid}`)

let server: TestServer
let shop: ChildProcess
let shopUrl: string

beforeAll(async () => {
  server = await startTestServer()
  for (const [, path = '', text = ''] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  shop = spawn(process.execPath, ['shop/server.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', TOUCHSTONE_DATA: server.dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(shop.stdout as NodeJS.ReadableStream, 'data')
  shopUrl = String(line).trim()
}, demoTimeout)

afterAll(async () => {
  shop?.kill()
  rmSync(folder, { recursive: true, force: true })
  await server?.stop()
})

async function deposit(account: string, from: string): Promise<{ decision: string; because?: string }> {
  const body = JSON.stringify({ account, coin: 'ETH', from })
  const response = await fetch(`${shopUrl}/deposit`, { method: 'POST', body })
  return (await response.json()) as { decision: string; because?: string }
}

const unknownAddress = '0x1111111111111111111111111111111111111111'
const harmless = () =>
  server.demo.addresses.find(({ what }) => what === 'Salaried user on Ethereum')?.address ?? ''

test("accepts and holds deposits in the tutorial's backend as the tutorial describes", async () => {
  expect(files.map(([, path]) => path)).toEqual(['shop/server.mjs', 'shop/index.html'])
  const [, from = ''] = /"from":"(0x[0-9a-f]{40})"/.exec(tutorial) ?? []
  const verified = server.wallets.get('KYC Passed') ?? ''
  expect(await deposit(verified, harmless())).toMatchObject({ decision: 'accept' })
  expect(await deposit(verified, unknownAddress)).toMatchObject({
    decision: 'hold',
    because: expect.stringContaining('no transfers to or from this address'),
  })
  expect(await deposit(verified, from)).toMatchObject({ decision: 'hold', because: 'the risk is Severe' })
  expect(await deposit('ada@example.com', harmless())).toMatchObject({
    decision: 'hold',
    because: 'the customer is not verified',
  })
  const malformed = await fetch(`${shopUrl}/deposit`, { method: 'POST', body: '{"coin":"ETH"}' })
  expect(malformed.status).toBe(400)
})

test("opens the verification from the tutorial's page", async () => {
  const page = await (await sharedBrowser()).newPage()
  await page.goto(shopUrl)
  await page.getByRole('button', { name: 'Verify me' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { level: 1 }).waitFor()
  await frame.getByRole('button', { name: /^Agree/ }).waitFor()
  await page.close()
})
