import type { Browser, Frame, Page } from 'playwright-core'
import type { SvcWidget, WidgetOptions } from '../index.ts'
import type { Sites } from './start-sites.ts'

/** The test state that is stored on the page's window, in addition to the package's global. */
export type HostWindow = Window & {
  TouchstoneWidget: typeof import('../index.ts')
  widget: SvcWidget
  events: unknown[][]
  /** Calls made to the provider. */
  requests: unknown[][]
}
/** The window of the stub frame. */
export type StubWindow = Window & {
  welcomeIsLate?: boolean
  stub: {
    parameters: Record<string, string>
    received: { over: string; data: unknown }[]
    toPage(message: object): void
    toPort(message: object): void
    begin(version: number): void
  }
}

/** Elements can't be passed into a page, so tests use a selector. */
type TestOptions = Omit<WidgetOptions, 'rootContainer'> & { rootContainer?: string }

/** The account that the test provider returns. */
export const account = '0xAbCdEf0000000000000000000000000000000001'

/** An open page with a widget. */
export type OpenedPage = {
  page: Page
  /** Console errors, policy violations and uncaught exceptions. */
  problems: string[]
  events(): Promise<unknown[][]>
  frame(): Promise<Frame>
  /** Waits until the frame has received `count` messages, and returns all messages that it has received. */
  received(count: number): Promise<{ over: string; data: unknown }[]>
  toPage(message: object): Promise<void>
  toPort(message: object): Promise<void>
  /** Resolves with the first occurrence of this event. */
  event(name: string): Promise<unknown[]>
  /** Leaves the page, so that the next test can reuse the tab. */
  leave(): Promise<void>
}

/** All tests of a file share one tab, because opening tabs is slow. */
const tabs = new WeakMap<Browser, Page>()

async function tabOf(browser: Browser): Promise<Page> {
  const tab = tabs.get(browser) ?? (await browser.newPage())
  tabs.set(browser, tab)
  return tab
}

/** Opens the shop's page and creates a widget that is not launched yet. */
export async function openPage(
  browser: Browser,
  sites: Sites,
  options: Partial<TestOptions> = {},
  how: { path?: string; width?: number; dark?: boolean; clock?: boolean } = {},
): Promise<OpenedPage> {
  // A tab with a fake clock is not reused, because the clock cannot be removed.
  const page = how.clock ? await browser.newPage() : await tabOf(browser)
  page.setDefaultTimeout(120_000)
  await page.setViewportSize({ width: how.width ?? 1280, height: 800 })
  await page.emulateMedia({ colorScheme: how.dark ? 'dark' : 'light' })
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  if (how.clock) await page.clock.install({ time: 0 })
  await page.goto(`${sites.host}${how.path ?? '/'}`)
  // From here on, only the test advances the time. Otherwise, the frame could be considered silent on a busy
  // machine.
  if (how.clock) await page.clock.pauseAt(3_600_000)
  await page.evaluate(
    ([options, first]) => {
      const own = window as unknown as HostWindow
      own.events = []
      own.requests = []
      const provider = {
        token: 0,
        async getAccessToken() {
          own.requests.push(['getAccessToken'])
          // The provider uses `this`, because a site's provider may be an object with state.
          this.token += 1
          return `token-${this.token}`
        },
        async getUserAccounts() {
          own.requests.push(['getUserAccounts'])
          return [first]
        },
        async signMessage(question: unknown) {
          own.requests.push(['signMessage', question])
          throw { code: 4001, message: 'The user rejected the request.' }
        },
      }
      own.widget = new own.TouchstoneWidget.SvcWidget('M1', 'A shop', '137', provider, options)
      for (const name of ['meidFinished', 'kycFinished', 'close', 'ready', 'step', 'error'] as const) {
        own.widget.on(name, (...details: unknown[]) => own.events.push([name, ...details]))
      }
      document.querySelector('#open')?.addEventListener('click', () => own.widget.launch())
    },
    [{ lv: 'zkKYC', endpoint: sites.service.origin, ...options } as TestOptions, account] as const,
  )
  const frame = async () => {
    const element = await page.waitForSelector('iframe.svc-widget-frame', { state: 'attached' })
    const found = await element.contentFrame()
    if (!found) throw new Error('the frame is gone')
    await found.waitForFunction(() => (window as unknown as StubWindow).stub !== undefined)
    return found
  }
  return {
    page,
    problems,
    frame,
    events: () => page.evaluate(() => (window as unknown as HostWindow).events),
    async received(count) {
      const stub = await frame()
      await stub.waitForFunction((n) => (window as unknown as StubWindow).stub.received.length >= n, count)
      return stub.evaluate(() => (window as unknown as StubWindow).stub.received)
    },
    toPage: async (message) =>
      (await frame()).evaluate((sent) => (window as unknown as StubWindow).stub.toPage(sent), message),
    toPort: async (message) =>
      (await frame()).evaluate((sent) => (window as unknown as StubWindow).stub.toPort(sent), message),
    async event(name) {
      const found = await page.waitForFunction(
        (expected) => (window as unknown as HostWindow).events.find(([event]) => event === expected),
        name,
      )
      return (await found.jsonValue()) as unknown[]
    },
    async leave() {
      page.removeAllListeners()
      await (how.clock ? page.close() : page.goto('about:blank'))
    },
  }
}
