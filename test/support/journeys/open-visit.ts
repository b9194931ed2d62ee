import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { layPerson, type PersonOptions, type SeatedPerson } from '../camera/index.ts'
import { sharedBrowser } from '../shared-browser.ts'
import { type LaidWallet, layWallet } from './lay-wallet.ts'

/** A person at a merchant's site, with a browser of their own: what they see, and what they do. */
export type Visit = {
  page: Page
  context: BrowserContext
  /** The verification, inside of the site's page. */
  frame: FrameLocator
  wallet: LaidWallet
  /** Who sits before the camera. */
  person: SeatedPerson
  /** Waits for the screen of that title, in the verification. */
  sees(title: string | RegExp, waitMs?: number): Promise<void>
  press(button: string | RegExp): Promise<void>
  /** What a person does at the lock symbol beside the address. */
  allowLocation(): Promise<void>
  /** What the site's own page was told. */
  told(): Promise<{ event?: string; kycResults?: unknown; verifiedAddress?: string }[]>
  /** How often the page called the server at that path. */
  asked(path: string): number
  /** Errors that the browser's console showed. */
  problems: string[]
  close(): Promise<void>
}

export async function openVisit(options: {
  url: string
  person?: PersonOptions
  rpcUrl?: string
  locale?: string
  location?: 'allowed' | 'denied'
  /** Without one the site asks for an account in a field. */
  hasWallet?: boolean
}): Promise<Visit> {
  const { location = 'allowed' } = options
  const context = await (await sharedBrowser()).newContext({
    viewport: { width: 1280, height: 900 },
    locale: options.locale ?? 'en-GB',
    // Nothing to be drawn that nobody looks at: the cores belong to the film.
    reducedMotion: 'reduce',
    geolocation: { latitude: 48.8566, longitude: 2.3522 },
    permissions: location === 'allowed' ? ['geolocation'] : [],
  })
  const person = await layPerson(context, options.person ?? {})
  const wallet =
    options.hasWallet === false
      ? { address: '0x' as const, signed: [] }
      : await layWallet(context, options.rpcUrl === undefined ? {} : { rpcUrl: options.rpcUrl })
  await context.addInitScript(() => {
    const page = globalThis as unknown as { heard: unknown[] }
    page.heard = []
    globalThis.addEventListener('message', ({ data }) => page.heard.push(data))
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // A refused call is named by its path: the text has only the number of the refusal.
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
    told: () => page.evaluate(() => (globalThis as unknown as { heard: [] }).heard),
    asked: (path) => requests.filter((request) => request === path).length,
    close: () => context.close(),
  }
}
