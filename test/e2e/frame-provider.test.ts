import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPages } from '../../scripts/build-pages.mjs'
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

// Tests what the person and the site learn if a function of the site's provider is missing or fails.

let server: FixtureServer
let host: HostPage
let page: Page
let frame: FrameLocator
beforeAll(async () => {
  await buildPages()
  server = await startFixtureServer(fixtureViews(Date.now()))
  host = await startHostPage()
})
afterAll(async () => {
  await host?.stop()
  await server?.stop()
})
beforeEach(async () => {
  page = await (await sharedBrowser()).newPage()
  frame = page.frameLocator('iframe')
})
afterEach(() => page.close())

const title = (text: string) => frame.getByRole('heading', { level: 1, name: text })
const press = (name: string) => frame.getByRole('button', { name }).click()
const callsTo = (path: string) => server.calls.filter((call) => call.path === path)
const address = (token: string | undefined, other: Record<string, string | undefined> = {}) =>
  frameAddress(server.url, token, { origin: host.origin, ...other })
/** Polls an expectation with a timeout that is long enough for a busy machine. */
const eventually = <Value>(ask: () => Value) => expect.poll(ask, { timeout: 180_000 })

test("shows the host page's rejection and lets the person retry", async () => {
  await page.goto(host.origin)
  const turns = [{ refuse: 'Wallet is locked' }, { data: ['a@example.com'] }]
  await embed(page, address('authorize-unnamed'), { getUserAccounts: { turns } })
  await title('The site did not respond').waitFor()
  await frame.getByText('Wallet is locked').waitFor()
  await press('Try again')
  await press('Agree and continue')
  await eventually(() => callsTo('/authorize').length).toBe(1)
})

test("does not show an exception of the site's own code if there is no access token", async () => {
  await page.goto(host.origin)
  const exception = 'Unexpected token <, "<!DOCTYPE "... is not valid JSON'
  await embed(page, address(undefined), { getAccessToken: { refuse: exception } })
  await title('The site did not respond').waitFor()
  await frame.getByText('The problem is on the site’s side').waitFor()
  expect(await frame.locator('main').innerText()).not.toContain('DOCTYPE')
})

test('reports a provider function that the page lacks as an error event', async () => {
  await page.goto(`${host.origin}/?v2#getAccessToken,getUserAccounts`)
  await embed(page, address(undefined, { v: '2' }), { getAccessToken: { data: 'authorize-wallet' } })
  await frame.getByText('Its developers need to add signMessage').waitFor()
  await eventually(() => messagesOver(page, 'port')).toContainEqual({
    event: 'error',
    code: 'provider.signMessage',
    text: expect.stringContaining('signMessage'),
  })
})
