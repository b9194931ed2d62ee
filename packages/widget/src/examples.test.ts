import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildReactApp } from '../../../test/support/journeys/start-example.ts'
import { openBrowser } from '../../../test/support/open-widget-browser.ts'
import { testAll } from '../../../test/support/test-all.ts'
import { violationsOf } from '../../../test/support/violations-of.ts'
import { eventually } from './testing/eventually.ts'
import type { StubWindow } from './testing/open-page.ts'
import { bound, granted, notGranted, type Sites } from './testing/start-sites.ts'

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))
const apiKey = 'deadbeef.0123456789abcdef0123456789abcdef'
const address = '0xAbCdEf0000000000000000000000000000000001'
const children: ChildProcess[] = []
const addresses = new Map<string, Promise<string>>()

let browser: Browser
let sites: Sites
let close: () => Promise<void>
beforeAll(async () => {
  await buildReactApp()
  ;({ browser, sites, close } = await openBrowser())
})
afterAll(async () => {
  for (const child of children) child.kill('SIGTERM')
  await close()
})
beforeEach(() => {
  sites.service.speaks = 2
  sites.service.answers = [notGranted, granted]
  sites.service.requests = []
})

/** Returns the address of an example that runs with these settings. */
function addressOf(name: string, env: Record<string, string> = {}): Promise<string> {
  const key = JSON.stringify([name, env])
  const address = addresses.get(key) ?? start(name, env)
  addresses.set(key, address)
  return address
}

/** Starts an example as its README describes. */
async function start(name: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [`${examples}${name}/server.mjs`], {
    env: { TOUCHSTONE_URL: sites.service.origin, API_KEY: apiKey, APP_ID: 'M1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  return line.replace('listening on ', '')
}

async function visit(url: string, options: { wallet?: boolean } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('response', async (response) => {
    const body = await response.text().catch(() => '')
    if (body.includes(apiKey)) problems.push(`${response.url()} reveals the API key`)
  })
  if (options.wallet) {
    await page.addInitScript((account) => {
      const requests: unknown[] = []
      const answers: Record<string, unknown> = {
        eth_requestAccounts: [account],
        personal_sign: '0xsigned',
        eth_sendTransaction: '0xhash',
      }
      const request = async (question: { method: string }) => {
        requests.push(question)
        return answers[question.method]
      }
      Object.assign(window, { ethereum: { request }, requests })
    }, address)
  }
  await page.goto(url)
  await page.locator('#verify:enabled').waitFor()
  return { page, problems }
}

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe.svc-widget-frame')).contentFrame()
  if (!frame) throw new Error('the frame is gone')
  await frame.waitForFunction(() => (window as unknown as StubWindow).stub?.received.length > 0)
  return frame
}
const say = (frame: Frame, message: object) =>
  frame.evaluate((sent) => (window as unknown as StubWindow).stub.toPort(sent), message)
const stateOf = (page: Page) => page.locator('#result').getAttribute('data-state')

describe.each(['plain-page', 'react-app'])('%s', (name) => {
  test('verifies a customer with an e-mail address', async () => {
    const { page, problems } = await visit(await addressOf(name))
    await page.getByLabel('Your e-mail or customer number').fill('Ada@example.com')
    await page.getByRole('button', { name: 'Verify me' }).click()
    const frame = await frameOf(page)
    await say(frame, { id: '1', method: 'getAccessToken' })
    await say(frame, { id: '2', method: 'getUserAccounts' })
    await frame.waitForFunction(() => (window as unknown as StubWindow).stub.received.length === 3)
    const received = await frame.evaluate(() => (window as unknown as StubWindow).stub.received)
    const answers = received.slice(1).map(({ data }) => (data as { data: unknown }).data)
    expect(answers).toHaveLength(2)
    expect(answers).toContainEqual('a-token')
    expect(answers).toContainEqual(['Ada@example.com'])
    await say(frame, { event: 'step', name: 'login', index: 1, of: 4 })
    await eventually(() => page.locator('#result').textContent()).toBe('Step 1 of 4.')
    await say(frame, { event: 'finished', verifiedAddress: 'ada@example.com', programNo: '100000000001' })
    await eventually(() => stateOf(page)).toBe('verified')
    expect(sites.service.requests).toContainEqual({
      path: '/api/token/get',
      body: { apiKey, appId: 'M1', apiModePermission: 0, lv: 2 },
    })
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('lets a wallet sign messages and send transactions, and requests a wallet-mode token for a MeID', async () => {
    sites.service.answers = [{ ...bound, data: false }, bound]
    const { page, problems } = await visit(await addressOf(name, { LEVEL: 'MeID', MODE: 'wallet' }), {
      wallet: true,
    })
    await page.getByRole('button', { name: 'Verify me' }).click()
    const frame = await frameOf(page)
    await say(frame, { id: '1', method: 'getAccessToken' })
    await say(frame, {
      id: '2',
      method: 'signMessage',
      params: { message: 'Hé', account: address, request: {} },
    })
    const transaction = { chainId: '137', from: address, to: address, data: '0x', value: '16' }
    await say(frame, { id: '3', method: 'delegateTransaction', params: transaction })
    await frame.waitForFunction(() => (window as unknown as StubWindow).stub.received.length === 4)
    expect(await page.evaluate(() => (window as unknown as { requests: unknown[] }).requests)).toEqual([
      { method: 'eth_requestAccounts', params: [] },
      { method: 'personal_sign', params: ['0x48c3a9', address] },
      { method: 'eth_sendTransaction', params: [{ from: address, to: address, data: '0x', value: '0x10' }] },
    ])
    await say(frame, { event: 'finished', verifiedAddress: address.toLowerCase(), programNo: '' })
    await eventually(() => stateOf(page)).toBe('verified')
    expect(sites.service.requests).toContainEqual(
      expect.objectContaining({ body: { apiKey, appId: 'M1', apiModePermission: 1, lv: 2 } }),
    )
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('shows no widget to a verified customer', async () => {
    sites.service.answers = [granted]
    const { page, problems } = await visit(await addressOf(name))
    await page.getByLabel('Your e-mail or customer number').fill('ada@example.com')
    await page.getByRole('button', { name: 'Verify me' }).click()
    await eventually(() => stateOf(page)).toBe('verified')
    expect(await page.locator('iframe').count()).toBe(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('has no accessibility violations in light or dark mode and no horizontal scrolling', async () => {
    const { page } = await visit(await addressOf(name))
    for (const width of testAll ? [390, 1280] : [390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await violationsOf(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    }
    await page.context().close()
  })
})

test.each([
  [{ API_KEY: '' }, 'API_KEY is missing'],
  [{ LEVEL: 'KYC' }, 'LEVEL must be zkKYC or MeID'],
  [{ MODE: 'wallet' }, 'MODE=wallet requires LEVEL=MeID'],
])('reports incorrect settings in an example: %j', (env, text) => {
  const run = () =>
    execFileSync(process.execPath, [`${examples}plain-page/server.mjs`], {
      env: { API_KEY: apiKey, APP_ID: 'M1', PORT: '0', ...env },
      stdio: 'pipe',
    })
  expect(run).toThrow(text)
})
