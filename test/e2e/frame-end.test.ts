import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPages } from '../../scripts/build-pages.mjs'
import { eventually } from '../support/eventually.ts'
import { fixtureViews } from '../support/frame-fixtures/fixture-views.ts'
import { frameAddress } from '../support/frame-fixtures/frame-address.ts'
import { type FixtureServer, startFixtureServer } from '../support/frame-fixtures/start-fixture-server.ts'
import {
  embed,
  type HostPage,
  messagesOver,
  startHostPage,
} from '../support/frame-fixtures/start-host-page.ts'
import { sharedBrowser } from '../support/shared-browser.ts'

// Tests when and how the last screen notifies the host page that the verification has ended.

let context: BrowserContext
let server: FixtureServer
let host: HostPage
let page: Page
let frame: FrameLocator
beforeAll(async () => {
  await buildPages()
  server = await startFixtureServer(fixtureViews(Date.now()))
  host = await startHostPage()
  context = await (await sharedBrowser()).newContext()
})
afterAll(async () => {
  await context?.close()
  await host?.stop()
  await server?.stop()
})
beforeEach(async () => {
  page = await context.newPage()
  frame = page.frameLocator('iframe')
})
afterEach(() => page.close())

const verified = () => frame.getByRole('heading', { level: 1, name: 'You are verified' })
const countdown = () => frame.getByRole('timer')
const press = (name: string | RegExp) => frame.getByRole('button', { name }).click()
const endsHeard = async (over: 'window' | 'port' = 'window') =>
  (await messagesOver(page, over))
    .map(({ event }) => event)
    .filter((event) => /finished|close/.test(String(event)))

async function reachTheEnd(version: 1 | 2 = 1): Promise<void> {
  await page.goto(`${host.origin}/${version === 2 ? '?v2' : ''}`)
  const query = version === 2 ? { v: '2' } : {}
  const address = frameAddress(server.url, 'done', { origin: host.origin, ...query })
  await embed(page, address, { getAccessToken: { data: 'done' } })
  await verified().waitFor()
}

describe('v1', () => {
  test.each([
    ['the button', () => press('Continue to Northwind Exchange')],
    ['the X', () => press('Close the verification')],
    ['Escape', () => frame.locator('h1').press('Escape')],
  ])('%s reports the end once, and does not report closing', async (_name, leave) => {
    await reachTheEnd()
    expect(await endsHeard()).toEqual([])
    await leave()
    await eventually(() => endsHeard()).toEqual(['finished'])
    // Clicking repeatedly has no further effect.
    await leave()
    expect(await endsHeard()).toEqual(['finished'])
    expect((await messagesOver(page, 'window')).at(-1)).toMatchObject({
      verifiedAddress: '0x52908400098527886e0f7030069857d2e4169ee7',
      programNo: '202611150001',
      kycResults: { kycStatus: 'KYC Passed' },
    })
  })

  describe('automatic end', () => {
    // This test needs a separate context, because a simulated clock applies to all pages of a browser
    // context.
    let own: BrowserContext
    beforeEach(async () => {
      own = await (await sharedBrowser()).newContext()
      page = await own.newPage()
      frame = page.frameLocator('iframe')
      await page.clock.install()
    })
    afterEach(() => own.close())
    /** Stops the clock, so that the test controls the time. The person has just used the screen. */
    const holdTime = async () => {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
      await page.keyboard.press('Shift')
      await page.clock.runFor(250)
    }

    test('ends the visit after 8 seconds without interaction', async () => {
      await reachTheEnd()
      await frame.locator('h1').focus()
      await holdTime()
      expect(await countdown().innerText()).toBe('Returning to Northwind Exchange in 8 seconds')
      await page.clock.runFor(7_000)
      expect(await countdown().innerText()).toBe('Returning to Northwind Exchange in 1 second')
      // The person uses the screen.
      await frame.locator('h1').press('Shift')
      await page.clock.runFor(7_500)
      expect(await endsHeard()).toEqual([])
      await page.clock.runFor(1_000)
      expect(await endsHeard()).toEqual(['finished'])
    })

    test('ends the visit after 60 seconds, even during the wallet backup, which shows the countdown', async () => {
      await reachTheEnd()
      await press('Save a copy')
      await frame.getByLabel('Passphrase, at least 10 characters').press('a')
      await holdTime()
      await page.clock.runFor(40_000)
      expect(await endsHeard()).toEqual([])
      expect(await frame.getByRole('dialog').getByRole('timer').innerText()).toMatch(/in 1?\d seconds/)
      await page.clock.runFor(20_000)
      expect(await endsHeard()).toEqual(['finished'])
    })

    test('lets the person leave if the host page has not removed the frame', async () => {
      await reachTheEnd()
      await press('Continue to Northwind Exchange')
      await page.clock.fastForward(3_000)
      await press('Continue to Northwind Exchange')
      await eventually(() => endsHeard()).toEqual(['finished', 'close'])
    })
  })

  test('does not report results that were withdrawn earlier', async () => {
    await reachTheEnd()
    const { withdrawn } = fixtureViews(0)
    server.answer = ({ path }) =>
      path === '/withdraw' ? { status: 200, content: { view: withdrawn } } : undefined
    await press('Your data')
    await press('Stop sharing with Northwind Exchange')
    await press('Stop sharing')
    await frame.getByRole('heading', { name: /no longer sees your result/ }).waitFor()
    server.answer = () => undefined
    await press('Close the verification')
    await eventually(() => endsHeard()).toEqual(['close'])
  })
})

test('v2 reports the end immediately without a countdown, and keeps the frame until the person leaves', async () => {
  await reachTheEnd(2)
  await eventually(() => endsHeard('port')).toEqual(['finished'])
  expect(await countdown().count()).toBe(0)
  await press('Continue to Northwind Exchange')
  await eventually(() => endsHeard('port')).toEqual(['finished', 'close'])
})
