import { type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPages } from '../../scripts/build-pages.mjs'
import { findChromium } from '../support/chromium.ts'
import { fixtureViews } from '../support/frame-fixtures/fixture-views.ts'
import { frameAddress } from '../support/frame-fixtures/frame-address.ts'
import { type FixtureServer, startFixtureServer } from '../support/frame-fixtures/start-fixture-server.ts'
import { embed, type HostPage, startHostPage } from '../support/frame-fixtures/start-host-page.ts'
import { temporaryFolder } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'

// Tests how the wallet is kept in the different kinds of storage that browsers provide to an embedded page.

const views = fixtureViews(Date.now())
let server: FixtureServer
let host: HostPage
beforeAll(async () => {
  await buildPages()
  server = await startFixtureServer(views)
  host = await startHostPage()
})
afterAll(async () => {
  await host?.stop()
  await server?.stop()
})

/**
 * Partitions storage by site, including for embedded pages. Browsers do this by default, but Playwright
 * disables it.
 */
const partitioned = '--disable-features=TrackingProtection3pcd'

/**
 * Simulates a browser that denies storage to an embedded page, because not every tested Chromium can be configured
 * that way.
 */
const refuse = `Object.defineProperty(indexedDB, 'open', {
  value() { throw new DOMException('refused', 'SecurityError') },
})`

async function withBrowser(run: (context: BrowserContext) => Promise<void>): Promise<void> {
  const folder = temporaryFolder()
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    partitioned,
  ]
  const context = await chromium.launchPersistentContext(folder.path, {
    executablePath: findChromium(),
    args,
  })
  try {
    await run(context)
  } finally {
    await context.close()
    folder.remove()
  }
}

/**
 * Completes a visit to a site up to the last screen, which must contain this text. Returns the wallet that
 * was sent to the server.
 */
async function visit(context: BrowserContext, origin: string, says: RegExp): Promise<string> {
  const page = await context.newPage()
  const frame = page.frameLocator('iframe')
  server.calls.length = 0
  server.answer = ({ path }) =>
    path === '/authorize' ? { status: 200, content: { view: views.done } } : undefined
  await page.goto(origin)
  await embed(page, frameAddress(server.url, 'authorize', { origin }), {
    getUserAccounts: { data: ['a@example.com'] },
  })
  await frame.getByRole('button', { name: 'Agree and continue' }).click()
  await frame.getByRole('heading', { name: 'You are verified' }).waitFor()
  await frame.locator('.offer').getByText(says).waitFor()
  const call = server.calls.find(({ path }) => path === '/authorize')
  await page.close()
  return (JSON.parse(call?.body ?? '{}') as { ssiWallet: string }).ssiWallet
}

const shop = () => host.origin
const keepsNothing = /doesn’t let this page store data\. Without a copy/
const keeps = /use your credential on another device/

if (testAll)
  test('asks for a wallet copy on the last screen if storage is denied and cannot be requested', async () => {
    await withBrowser(async (context) => {
      await context.addInitScript(`${refuse}; delete Document.prototype.requestStorageAccess`)
      const first = await visit(context, shop(), keepsNothing)
      expect(await visit(context, shop(), keepsNothing)).not.toBe(first)
    })
  })

test('keeps a separate wallet per site if storage is available', async () => {
  await withBrowser(async (context) => {
    const first = await visit(context, shop(), keeps)
    expect(first).toMatch(/^0x/)
    expect(await visit(context, shop(), keeps)).toBe(first)
    expect(await visit(context, host.sisterOrigin, keeps)).not.toBe(first)
  })
})
