import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPages } from '../../scripts/build-pages.mjs'
import { eventually } from '../support/eventually.ts'
import { fixtureViews } from '../support/frame-fixtures/fixture-views.ts'
import { type FrameScreen, frameScreens, openScreen } from '../support/frame-fixtures/frame-screens.ts'
import { outOfSight } from '../support/frame-fixtures/out-of-sight.ts'
import { type FixtureServer, startFixtureServer } from '../support/frame-fixtures/start-fixture-server.ts'
import { sharedBrowser } from '../support/shared-browser.ts'

// `frame-screens.test.ts` checks that every screen shows its main button. The tests below check captures
// after they have loaded, and check which elements remain visible in a zoomed page.

let context: BrowserContext
let server: FixtureServer
let page: Page
beforeAll(async () => {
  await buildPages()
  server = await startFixtureServer(fixtureViews(Date.now()))
  context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce', locale: 'en-GB' })
})
afterAll(async () => {
  await context?.close()
  await server?.stop()
})
beforeEach(async () => {
  page = await context.newPage()
})
afterEach(async () => {
  await page.evaluate(() => sessionStorage.clear())
  await page.close()
})

async function open(name: string): Promise<void> {
  const screen = frameScreens().find((each) => each.name === name)
  await openScreen(page, server, screen as FrameScreen)
}

test.each([
  ['liveness', 'Start the camera'],
  ['document', 'Use the camera'],
])('keeps the button of %s visible at every frame size', async (name, button) => {
  await open(name)
  await page.getByRole('button', { name: button }).waitFor()
  expect(await outOfSight(page)).toEqual([])
})

test('keeps the file button of the proof-of-address step visible', async () => {
  await open('address')
  const choose = page.getByText('Choose a file')
  await choose.waitFor()
  await page.setViewportSize({ width: 510, height: 700 })
  const box = await choose.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 700)).toBeLessThan(700)
})

/** Returns whether a field is covered by another element or partly outside the window. */
const isCovered = (field: Locator) =>
  field.evaluate((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    const isSeen = (x: number, y: number) => document.elementFromPoint(x, y) === each
    const middle = (left + right) / 2
    return !isSeen(middle, top + 2) || !isSeen(middle, bottom - 2) || right > window.innerWidth
  })

/** The frame sizes 510 by 700, 390 by 844 and 480 by 402 (in a window of 1280 by 900), at a zoom of 200 %. */
const zoomed = [
  { width: 255, height: 350 },
  { width: 195, height: 422 },
  { width: 480, height: 402 },
]

test.each(['login-email', 'login-code', 'document-confirm', 'wallet-missing', 'dialog-backup'])(
  'does not cover a field of %s with the sticky button at a zoom of 200 %',
  async (name) => {
    await open(name)
    for (const size of zoomed) {
      await page.setViewportSize(size)
      const within = name.startsWith('dialog') ? page.locator('dialog') : page.locator('main')
      for (const field of await within.locator('input:not([type=file])').all()) {
        await field.evaluate((each) => each.blur())
        await page.evaluate(() => window.scrollTo(0, 0))
        await field.focus()
        const covered = await isCovered(field)
        expect(covered, `${size.width}×${size.height}`).toBe(false)
      }
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(sideways, `${size.width}×${size.height}`).toBe(false)
    }
  },
)

test.each([
  ['login-email', 'E-mail address'],
  ['login-code', '6-digit code'],
])('focuses the field of %s and shows it immediately in a zoomed page', async (name, label) => {
  await page.setViewportSize({ width: 255, height: 350 })
  await open(name)
  const field = page.getByLabel(label)
  await eventually(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
  expect(await isCovered(field)).toBe(false)
})

test('returns the focus, after a dialog is closed, to the button that opened it', async () => {
  await open('done')
  await page.getByRole('button', { name: 'Save a copy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save a copy')
})
