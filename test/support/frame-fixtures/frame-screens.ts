import type { Page } from 'playwright-core'
import { fixtureViews } from './fixture-views.ts'
import { frameAddress } from './frame-address.ts'
import type { FixtureServer } from './start-fixture-server.ts'

/** A screen of the page, with the actions that lead to it. */
export type FrameScreen = {
  name: string
  /** Runs before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>
  address: (server: FixtureServer, locale: string) => string
  /** Runs after the page has been opened. */
  reach?: (page: Page) => Promise<unknown>
}

/** Presses the primary button, which leads to the next screen. */
const pressPrimary = async (page: Page) => page.locator('.actions .button-primary').first().click()
const openData = async (page: Page) => {
  await page.locator('.top .button-quiet').first().click()
  await page.locator('.modal').waitFor()
}

/** Makes the camera fail with the browser's error for a missing or a blocked camera. */
const withoutCamera = (name: string) => async (page: Page) =>
  page.addInitScript(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`,
  )
const startCamera = async (page: Page) => {
  await page.locator('section .button-primary').click()
  await page.locator('.emblem-failed').waitFor()
}

const reaching: Record<string, Pick<FrameScreen, 'reach'>> = {
  // Only the page that requested the QR code has it.
  'hand-off': {
    reach: async (page) => {
      await pressPrimary(page)
      await page.locator('.qr-code').waitFor()
    },
  },
  // The credential belongs to another wallet, so the page asks the person to open that wallet.
  prove: { reach: async (page) => page.locator('input[type=file]').waitFor() },
}

export function frameScreens(): FrameScreen[] {
  const views = Object.keys(fixtureViews(0))
  const byView = views.map(
    (name): FrameScreen => ({
      name,
      address: (server, locale) => frameAddress(server.url, name, { locale }),
    }),
  )
  const at = (name: string, view: string, rest: Partial<FrameScreen> = {}): FrameScreen => ({
    name,
    address: (server, locale) => frameAddress(server.url, view, { locale }),
    ...rest,
  })
  return [
    ...byView.map((screen) => ({ ...screen, ...reaching[screen.name] })),
    ...['liveness', 'liveness-supported', 'liveness-offered'].map((view) =>
      at(`${view}-no-flashes`, view, { reach: async (page) => askForNoFlashes(page) }),
    ),
    at('prove-running', 'prove', {
      // The wallet's script never loads, so that the screen remains in its waiting state.
      prepare: async (page) => page.route(/assets\/holder-/, () => {}),
    }),
    at('trouble-wrong-parameter', 'authorize', {
      address: (server, locale) => frameAddress(server.url, 'authorize', { locale, chainId: '99999' }),
    }),
    at('trouble-page-refused', 'authorize', {
      address: (server, locale) => frameAddress(server.url, undefined, { locale }),
    }),
    // The host page would have to provide a second token, but these tests have no host page.
    at('trouble-token-expired', 'refuse:token.used'),
    at('trouble-program-not-active', 'refuse:program.inactive'),
    at('trouble-program-unavailable', 'refuse:program.unavailable'),
    at('trouble-domain-not-allowed', 'refuse:domain.not-allowed'),
    at('trouble-unknown', 'refuse:system'),
    at('trouble-unsupported-browser', 'authorize', {
      prepare: async (page) =>
        page.addInitScript('Object.defineProperty(window, "indexedDB", { value: undefined })'),
    }),
    at('trouble-connection-lost', 'login-email', {
      prepare: async (page) => page.route('**/frame/api/login/email', (route) => route.abort()),
      reach: async (page) => {
        await page.locator('input[type=email]').fill('ada@example.com')
        await pressPrimary(page)
        await page.locator('.emblem-waiting').waitFor()
      },
    }),
    at('trouble-location-denied', 'location', {
      reach: async (page) => {
        await pressPrimary(page)
        await page.locator('.emblem-failed').waitFor()
      },
    }),
    at('trouble-no-camera', 'liveness', { prepare: withoutCamera('NotFoundError'), reach: startCamera }),
    at('trouble-camera-denied', 'liveness', {
      prepare: withoutCamera('NotAllowedError'),
      reach: startCamera,
    }),
    at('login-email-wrong', 'login-email', {
      reach: async (page) => {
        await page.locator('input[type=email]').fill('ada')
        await pressPrimary(page)
      },
    }),
    at('dialog-data', 'login-email', { reach: openData }),
    at('dialog-data-face', 'wallet-missing', { reach: openData }),
    at('dialog-data-hidden', 'wallet-lost', { reach: openData }),
    at('dialog-data-notices', 'request-objected', { reach: openData }),
    at('dialog-withdraw', 'wallet-lost', {
      reach: async (page) => {
        await openData(page)
        await page.locator('.modal .button:not(.button-primary)').click()
        await page.locator('.modal .button-danger').waitFor()
      },
    }),
    at('objection', '', { address: (server) => `${server.url}/objection#0123456789abcdef` }),
    at('dialog-forget', 'login-email', {
      reach: async (page) => {
        await openData(page)
        await page.locator('.modal .button-danger').click()
        await page.locator('.modal input, .modal .button-danger').first().waitFor()
      },
    }),
    at('dialog-backup', 'done', {
      reach: async (page) => {
        await page.locator('.offer .button').click()
        await page.locator('.modal input').first().waitFor()
      },
    }),
    at('phone', 'phone-agree', { address: (server) => `${server.url}/phone#0123456789abcdef` }),
    at('provider-return', '', {
      // Prevents the screen from closing itself.
      prepare: async (page) => page.addInitScript('window.close = () => {}'),
      address: (server) => `${server.url}/provider-return#statement=eyJ`,
    }),
    at('provider-return-missing', '', { address: (server) => `${server.url}/provider-return` }),
  ]
}

/** Opens the screen. Waits until its title appears and it has finished loading. */
export async function openScreen(
  page: Page,
  server: FixtureServer,
  screen: FrameScreen,
  locale = 'en',
): Promise<void> {
  await screen.prepare?.(page)
  await page.goto(screen.address(server, locale))
  await page.locator('h1').waitFor()
  await page.waitForFunction(
    (starting) => !starting.includes(document.querySelector('h1')?.textContent ?? ''),
    ['Opening your verification', '正在開啟身份核實'],
  )
  await screen.reach?.(page)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

async function askForNoFlashes(page: Page): Promise<void> {
  const title = await page.locator('h1').textContent()
  await page.getByRole('button', { name: /flashing light|閃動/ }).click()
  await page.waitForFunction((before) => document.querySelector('h1')?.textContent !== before, title)
}
