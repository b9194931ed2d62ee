import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { ask } from '../ask.ts'
import type { TestServer } from '../server.ts'
import { sharedBrowser } from '../shared-browser.ts'
import type { ClientHost } from './host-client.ts'
import type { ClientWindow } from './site.ts'

type WalletRequest = { method: string; params: unknown }

/** Methods of the site's provider. The methods for accounts and tokens are added by default. */
export type ProviderOf = Record<string, (params: never) => unknown>

/** A person on a site that embeds the published client. */
export type ClientVisit = {
  page: Page
  frame: FrameLocator
  /** The client's requests to its provider, except requests for accounts and tokens. */
  requests: WalletRequest[]
  /** Returns every message from the frame to the page. */
  messages(): Promise<{ event?: string; method?: string }[]>
  events(): Promise<ClientWindow['events']>
  sees(title: string | RegExp, waitMs?: number): Promise<void>
  press(name: string | RegExp): Promise<void>
  close(): Promise<void>
}

export async function openClient(options: {
  host: ClientHost
  server: TestServer
  account: string
  lv: 'zkKYC' | 'MeID'
  programNo: string
  mode?: 'email' | 'wallet'
  chain?: string
  provider?: ProviderOf
  /** The browser context of an earlier visit, to simulate the same device. */
  context?: BrowserContext
}): Promise<ClientVisit> {
  const { host, server, account, lv, programNo, mode = 'email', chain = '0x89', provider = {} } = options
  const context =
    options.context ??
    (await (
      await sharedBrowser()
    ).newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
    }))
  const requests: WalletRequest[] = []
  const { apiKey, mchNo: appId } = server.demo
  await context.exposeBinding('askSite', async (_, method: string, params: unknown) => {
    if (method === 'getUserAccounts') return [account]
    if (method === 'getAccessToken') {
      const body = { apiKey, appId, apiModePermission: mode === 'wallet' ? 1 : 0, lv: 2 }
      const { data } = (await ask(`${server.url}/api/token/get`, { body })).body
      return (data as { accessToken: string }).accessToken
    }
    requests.push({ method, params })
    const act = provider[method] as ((given: unknown) => unknown) | undefined
    if (!act) throw new Error(`the site has no ${method}`)
    return await act(params)
  })
  await context.addInitScript(() => {
    const own = globalThis as unknown as { messages: unknown[] }
    own.messages = []
    globalThis.addEventListener('message', ({ data }) => own.messages.push(data))
  })
  const page = await context.newPage()
  const query = new URLSearchParams({ appId, lv, mode, programNo, chain, endpoint: server.url })
  await page.goto(`${host.origin}/?${query}`)
  const frame = page.frameLocator('iframe')
  return {
    page,
    frame,
    requests,
    messages: () => page.evaluate(() => (globalThis as unknown as { messages: [] }).messages),
    events: () => page.evaluate(() => (window as unknown as ClientWindow).events),
    async sees(title, waitMs = 60_000) {
      try {
        await frame.getByRole('heading', { level: 1, name: title }).waitFor({ timeout: waitMs })
      } catch (cause) {
        const shown = await frame
          .locator('main')
          .allInnerTexts()
          .catch(() => [])
        throw new Error(`waiting for ${title}, the frame shows: ${shown.join(' ').slice(0, 400)}`, { cause })
      }
    },
    press: (name) => frame.getByRole('button', { name }).first().click({ timeout: 60_000 }),
    close: () => (options.context ? page.close() : context.close()),
  }
}
