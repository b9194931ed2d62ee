import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/open-widget-browser.ts'
import { eventually } from './testing/eventually.ts'
import { account, type HostWindow, type OpenedPage, openPage, type StubWindow } from './testing/open-page.ts'
import { granted, type Sites } from './testing/start-sites.ts'

let browser: Browser
let sites: Sites
let close: () => Promise<void>
beforeAll(async () => {
  ;({ browser, sites, close } = await openBrowser())
})
afterAll(() => close())
beforeEach(() => {
  sites.service.speaks = 2
  sites.service.answers = [granted]
  sites.service.requests = []
})

const click = ({ page }: OpenedPage) => page.click('#open')
const act = ({ page }: OpenedPage, name: 'launch' | 'hide' | 'destroy') =>
  page.evaluate((method) => (window as unknown as HostWindow).widget[method](), name)
const end = async ({ leave, problems }: OpenedPage) => {
  await leave()
  expect(problems).toEqual([])
}
/** Returns the ID, class or tag of the focused element. */
const focusOf = ({ page }: OpenedPage) =>
  page.evaluate(() => {
    const { id, className, tagName } = document.activeElement ?? document.body
    return id || className || tagName.toLowerCase()
  })

describe('destroy', () => {
  const messages: Record<string, (opened: OpenedPage) => Promise<unknown>> = {
    ready: async () => undefined,
    step: (opened) => opened.toPort({ event: 'step', name: 'x', index: 1, of: 1 }),
    error: (opened) => opened.toPort({ event: 'error', code: 'x', text: 'y' }),
    close: (opened) => opened.toPort({ event: 'close' }),
    kycFinished: (opened) => opened.toPort({ event: 'finished', verifiedAddress: account, programNo: '' }),
  }

  test.each(Object.keys(messages))('removes everything if called in a %s listener', async (name) => {
    const opened = await openPage(browser, sites)
    await opened.page.evaluate((event) => {
      const { widget, events } = window as unknown as HostWindow
      widget.on(event as 'close', () => widget.destroy())
      widget.on(event as 'close', () => events.push(['called after the end']))
    }, name)
    await click(opened)
    if (name !== 'ready') await opened.event('ready')
    // The callback can remove the frame before `postMessage` returns.
    await messages[name]?.(opened).catch(() => undefined)
    await opened.event(name)
    expect(await opened.page.locator('.svc-widget, .svc-widget-open').count()).toBe(0)
    expect(await focusOf(opened)).toBe('open')
    expect((await opened.events()).at(-1)?.[0]).toBe(name)
    await end(opened)
  })

  test('sends no further request or event if called while the grant is being checked', async () => {
    sites.service.answers = ['drop']
    const opened = await openPage(browser, sites, {}, { clock: true })
    await click(opened)
    await opened.event('ready')
    await messages.kycFinished?.(opened)
    await eventually(() => sites.service.requests.length).toBeGreaterThan(0)
    await act(opened, 'destroy')
    sites.service.requests = []
    await opened.page.clock.fastForward(60_000)
    // The widget would have sent any further message before this point.
    await opened.page.evaluate(
      (url) => fetch(url, { method: 'POST', body: '"last"' }).catch(() => undefined),
      sites.service.origin,
    )
    expect(sites.service.requests.map(({ body }) => body)).not.toContainEqual(
      expect.objectContaining({ appId: 'M1' }),
    )
    expect(await opened.events()).toEqual([['ready']])
    await opened.leave()
  })

  test('reports a listener that throws and calls the remaining listeners', async () => {
    const opened = await openPage(browser, sites)
    await opened.page.evaluate(() => {
      const { widget, events } = window as unknown as HostWindow
      widget.on('ready', () => {
        throw new Error('a bug in the page')
      })
      widget.on('ready', () => events.push(['also']))
    })
    await click(opened)
    await opened.event('also')
    expect(opened.problems.splice(0)).toEqual(['Error: a bug in the page'])
    await end(opened)
  })
})

describe('changes while the widget is open', () => {
  const switchChain = ({ page }: OpenedPage, chainId: string) =>
    page.evaluate((id) => (window as unknown as HostWindow).widget.switchChain(id), chainId)

  test('adds a chain set before the launch to the address, and sends a later chain in a message', async () => {
    const opened = await openPage(browser, sites)
    await switchChain(opened, '8453')
    await click(opened)
    await opened.event('ready')
    const chainOf = async () =>
      (await opened.frame()).evaluate(() => (window as unknown as StubWindow).stub.parameters.chainId)
    expect(await chainOf()).toBe('8453')
    await switchChain(opened, '1')
    expect((await opened.received(2))[1]).toEqual({
      over: 'port',
      data: { event: 'chainChanged', data: '1' },
    })
    await end(opened)
  })

  test('reloads the frame when the chain changes in v1, which has no message for chain changes', async () => {
    sites.service.speaks = 1
    const opened = await openPage(browser, sites)
    await click(opened)
    await opened.event('ready')
    await switchChain(opened, '1')
    await eventually(async () =>
      (await opened.frame()).evaluate(() => new URLSearchParams(location.search).get('chainId')),
    ).toBe('1')
    await end(opened)
  })

  test('sends the system’s colour mode over the port, including changes made before the frame was listening', async () => {
    sites.service.speaks = 0
    const opened = await openPage(browser, sites)
    await click(opened)
    await opened.frame()
    await opened.page.emulateMedia({ colorScheme: 'dark' })
    await switchChain(opened, '1')
    await (await opened.frame()).evaluate(() => (window as unknown as StubWindow).stub.begin(2))
    await opened.event('ready')
    const received = async () => (await opened.received(1)).map(({ data }) => data)
    await eventually(received).toEqual(
      expect.arrayContaining([
        { event: 'colorChanged', data: 'dark' },
        { event: 'chainChanged', data: '1' },
      ]),
    )
    await opened.page.emulateMedia({ colorScheme: 'light' })
    await eventually(received).toContainEqual({ event: 'colorChanged', data: 'light' })
    await end(opened)
  })

  test('does not change a theme that the site has set', async () => {
    const opened = await openPage(browser, sites, { theme: 'dark' })
    await click(opened)
    await opened.event('ready')
    await opened.page.emulateMedia({ colorScheme: 'dark' })
    await switchChain(opened, '1')
    expect((await opened.received(2)).slice(1)).toEqual([
      { over: 'port', data: { event: 'chainChanged', data: '1' } },
    ])
    const surface = await opened.page.evaluate(
      () => getComputedStyle(document.querySelector('.svc-widget-card') as Element).backgroundColor,
    )
    expect(surface).toBe('rgb(30, 29, 26)')
    await end(opened)
  })
})
