import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { type PersonOptions, type SimulatedPerson, simulatePerson } from '../camera/index.ts'
import { sharedBrowser } from '../shared-browser.ts'
import { type InjectedWallet, injectWallet } from './inject-wallet.ts'

/** A person who visits a merchant's site in a separate browser context. */
export type Visit = {
  page: Page
  context: BrowserContext
  /** The verification frame in the site's page. */
  frame: FrameLocator
  wallet: InjectedWallet
  /** The simulated person in front of the camera. */
  person: SimulatedPerson
  /** Waits for the verification screen with that title. */
  sees(title: string | RegExp, waitMs?: number): Promise<void>
  press(button: string | RegExp): Promise<void>
  /** Allows the site to access the location, as in the browser's site settings. */
  allowLocation(): Promise<void>
  /** Returns the events that the site's page received. */
  events(): Promise<{ event?: string; kycResults?: unknown; verifiedAddress?: string }[]>
  /** Returns how many times the page has called that path. */
  callsTo(path: string): number
  /** Errors that were reported in the browser's console. */
  problems: string[]
  close(): Promise<void>
}

export async function openVisit(options: {
  url: string
  person?: PersonOptions
  rpcUrl?: string
  /** The key of the site's wallet. By default, each visit has a new wallet. */
  walletKey?: `0x${string}`
  locale?: string
  location?: 'allowed' | 'denied'
  /** If false, the site has an input field for the account. */
  hasWallet?: boolean
}): Promise<Visit> {
  const { location = 'allowed' } = options
  const context = await (await sharedBrowser()).newContext({
    viewport: { width: 1280, height: 900 },
    locale: options.locale ?? 'en-GB',
    // Disables animations, so that the CPU is available for the capture.
    reducedMotion: 'reduce',
    geolocation: { latitude: 48.8566, longitude: 2.3522 },
    permissions: location === 'allowed' ? ['geolocation'] : [],
  })
  const person = await simulatePerson(context, options.person ?? {})
  const wallet =
    options.hasWallet === false
      ? { address: '0x' as const, key: '0x' as const, signed: [] }
      : await injectWallet(context, {
          ...(options.rpcUrl !== undefined && { rpcUrl: options.rpcUrl }),
          ...(options.walletKey !== undefined && { key: options.walletKey }),
        })
  await context.addInitScript(() => {
    const page = globalThis as unknown as { received: unknown[] }
    page.received = []
    globalThis.addEventListener('message', ({ data }) => page.received.push(data))
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // Appends the path of a rejected call, because the message contains only the status.
    const { url } = message.location()
    const where = URL.canParse(url) ? ` (${new URL(url).pathname})` : ''
    if (message.type() === 'error') problems.push(message.text() + where)
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(options.url)
  const frame = page.frameLocator('iframe')
  return {
    page,
    context,
    frame,
    wallet,
    person,
    problems,
    async sees(title, waitMs = 180_000) {
      try {
        await frame.getByRole('heading', { level: 1, name: title }).waitFor({ timeout: waitMs })
      } catch (cause) {
        const shown = (
          await frame
            .locator('main')
            .allInnerTexts()
            .catch(() => [])
        ).join(' ')
        throw new Error(`waiting for ${title}, the page shows: ${shown.slice(0, 400)}`, { cause })
      }
    },
    press: (name) => frame.getByRole('button', { name }).first().click({ timeout: 180_000 }),
    allowLocation: () => context.grantPermissions(['geolocation']),
    events: () => page.evaluate(() => (globalThis as unknown as { received: [] }).received),
    callsTo: (path) => requests.filter((request) => request === path).length,
    close: () => context.close(),
  }
}
