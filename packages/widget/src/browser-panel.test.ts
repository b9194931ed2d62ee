import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/open-widget-browser.ts'
import { testAll } from '../../../test/support/test-all.ts'
import { violationsOf } from '../../../test/support/violations-of.ts'
import { eventually } from './testing/eventually.ts'
import { type HostWindow, type OpenedPage, openPage, type StubWindow } from './testing/open-page.ts'
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
const isShown = ({ page }: OpenedPage) => page.locator('.svc-widget').isVisible()
/** Returns the ID, class or tag of the focused element. */
const focusOf = ({ page }: OpenedPage) =>
  page.evaluate(() => {
    const { id, className, tagName } = document.activeElement ?? document.body
    return id || className || tagName.toLowerCase()
  })

describe('the dialog', () => {
  test('has an accessible name, takes the focus, and restores it', async () => {
    const opened = await openPage(browser, sites)
    await click(opened)
    await opened.event('ready')
    const dialog = opened.page.getByRole('dialog', { name: 'Identity verification for A shop' })
    expect(await dialog.getAttribute('aria-modal')).toBe('true')
    const frame = opened.page.locator('iframe')
    expect(await frame.getAttribute('title')).toBe('Identity verification for A shop')
    expect(await frame.getAttribute('allow')).toBe('camera; clipboard-write; geolocation')
    expect(await opened.page.locator('[style]').count()).toBe(0)
    expect(await focusOf(opened)).toBe('svc-widget-frame')
    await act(opened, 'hide')
    expect(await isShown(opened)).toBe(false)
    expect(await focusOf(opened)).toBe('open')
    expect(await opened.page.locator('.svc-widget-open').count()).toBe(0)
    await end(opened)
  })

  test.each(['the same site', 'another site'])(
    'traps the Tab key in both directions, with a frame from %s',
    async (site) => {
      const endpoint = site === 'another site' ? sites.elsewhere : sites.service.origin
      const opened = await openPage(browser, sites, { endpoint }, { path: '/loose' })
      await click(opened)
      await opened.event('ready')
      const frame = await opened.frame()
      const inFrame = () => frame.evaluate(() => document.activeElement?.id)
      const visited: (string | undefined)[] = []
      for (let press = 0; press < 7; press += 1) {
        await opened.page.keyboard.press('Tab')
        expect(await focusOf(opened)).toBe('svc-widget-frame')
        visited.push(await inFrame())
      }
      expect(visited.slice(0, 2)).toEqual(['first', 'last'])
      expect(visited.slice(2)).toContain('first')
      for (let press = 0; press < 5; press += 1) {
        await opened.page.keyboard.press('Shift+Tab')
        expect(await focusOf(opened)).toBe('svc-widget-frame')
      }
      await end(opened)
    },
  )

  test('restores the focus to a button that the page disables while the widget is open', async () => {
    const opened = await openPage(browser, sites)
    await opened.page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('#open')
      if (!button) return
      button.addEventListener('click', () => {
        button.disabled = true
      })
      const { widget } = window as unknown as HostWindow
      widget.on('close', () => {
        button.disabled = false
      })
    })
    await click(opened)
    await opened.event('ready')
    await opened.toPort({ event: 'close' })
    await opened.event('close')
    await eventually(() => focusOf(opened)).toBe('open')
    await end(opened)
  })

  test('moves the focus back when it leaves the dialog, except while the provider is running', async () => {
    const opened = await openPage(browser, sites)
    await click(opened)
    await opened.event('ready')
    await opened.page.focus('a')
    expect(await focusOf(opened)).toBe('svc-widget-frame')
    await opened.page.evaluate(() => {
      const own = window as unknown as HostWindow & { sign(): void }
      const widget = new own.TouchstoneWidget.SvcWidget(
        'M1',
        'A wallet',
        '137',
        {
          getAccessToken: async () => 't',
          getUserAccounts: async () => ['a'],
          signMessage: () =>
            new Promise((resolve) => {
              own.sign = () => resolve('0xsigned')
            }),
        },
        { lv: 'zkKYC', endpoint: document.querySelector('iframe')?.src.split('/?')[0] ?? '' },
      )
      widget.on('ready', () => own.events.push(['second']))
      own.widget.destroy()
      own.widget = widget
      widget.launch()
    })
    await opened.event('second')
    await opened.toPort({ id: '1', method: 'signMessage', params: {} })
    await opened.page.waitForFunction(() => 'sign' in window)
    await opened.page.focus('a')
    expect(await focusOf(opened)).toBe('a')
    await opened.page.evaluate(() => (window as unknown as { sign(): void }).sign())
    await opened.received(2)
    await opened.page.focus('#open')
    expect(await focusOf(opened)).toBe('svc-widget-frame')
    await end(opened)
  })

  test('fills the screen on phones, is a card on desktops, and keeps the page behind it from scrolling', async () => {
    for (const [width, expected] of [
      [390, { width: 390, height: 800 }],
      [1280, { width: 480, height: 752 }],
    ] as const) {
      const opened = await openPage(browser, sites, {}, { width })
      await click(opened)
      await opened.event('ready')
      await opened.page.waitForFunction(() => document.getAnimations().length === 0)
      expect(await opened.page.locator('iframe').boundingBox()).toMatchObject(expected)
      const overflow = await opened.page.evaluate(() => getComputedStyle(document.documentElement).overflow)
      expect(overflow).toBe('hidden')
      await end(opened)
    }
  })

  test('shows the same frame again after it was hidden', async () => {
    const opened = await openPage(browser, sites)
    await click(opened)
    await opened.event('ready')
    await (await opened.frame()).evaluate(() => {
      document.title = 'Half way'
    })
    await act(opened, 'hide')
    await act(opened, 'hide')
    await click(opened)
    await act(opened, 'launch')
    expect(await isShown(opened)).toBe(true)
    expect(await (await opened.frame()).title()).toBe('Half way')
    expect(await focusOf(opened)).toBe('svc-widget-frame')
    expect(await opened.events()).toEqual([['ready']])
    expect(await opened.page.locator('iframe').count()).toBe(1)
    await end(opened)
  })
})

describe('Escape', () => {
  /** The key is pressed in the page and not in the frame, because the frame handles its own keys. */
  const pressEscape = async ({ page }: OpenedPage) => {
    await page.evaluate(() => document.querySelector<HTMLElement>('.svc-widget')?.focus())
    await page.keyboard.press('Escape')
  }

  test('in v2, lets the frame ask the person before the widget closes', async () => {
    const opened = await openPage(browser, sites)
    await click(opened)
    await opened.event('ready')
    await pressEscape(opened)
    expect((await opened.received(2))[1]).toEqual({ over: 'port', data: { event: 'closing' } })
    expect(await focusOf(opened)).toBe('svc-widget-frame')
    await opened.toPort({ event: 'closingAnswer', close: false })
    await opened.toPort({ event: 'step', name: 'x', index: 1, of: 1 })
    await opened.event('step')
    expect(await isShown(opened)).toBe(true)
    await pressEscape(opened)
    await opened.received(3)
    await opened.toPort({ event: 'closingAnswer', close: true })
    await opened.event('close')
    expect(await isShown(opened)).toBe(false)
    expect(await focusOf(opened)).toBe('open')
    await end(opened)
  })

  test('ignores an unsolicited response, and closes on a second Escape if the frame does not respond', async () => {
    const opened = await openPage(browser, sites)
    await click(opened)
    await opened.event('ready')
    await opened.toPort({ event: 'closingAnswer', close: true })
    await opened.toPort({ event: 'step', name: 'x', index: 1, of: 1 })
    await opened.event('step')
    expect(await isShown(opened)).toBe(true)
    await pressEscape(opened)
    await pressEscape(opened)
    await opened.event('close')
    expect(await isShown(opened)).toBe(false)
    await end(opened)
  })

  test('hides the widget immediately in v1 and before the frame is ready', async () => {
    for (const speaks of [1, 0] as const) {
      sites.service.speaks = speaks
      const opened = await openPage(browser, sites)
      await click(opened)
      if (speaks) await opened.event('ready')
      await pressEscape(opened)
      await opened.event('close')
      expect(await isShown(opened)).toBe(false)
      await end(opened)
    }
  })
})

describe('until the frame is drawn', () => {
  test('shows progress in a loader that can be closed', async () => {
    sites.service.speaks = 0
    const opened = await openPage(browser, sites, { locale: 'zh-hk' })
    await click(opened)
    expect(await opened.page.getByRole('status').textContent()).toContain('正在開啟身份驗證')
    expect(await opened.page.getByRole('dialog').getAttribute('lang')).toBe('zh-HK')
    await opened.page.getByRole('button', { name: '取消' }).click()
    expect(await opened.events()).toEqual([['close']])
    expect(await focusOf(opened)).toBe('open')
    await end(opened)
  })

  test('shows a silent frame with a notice and a retry button', async () => {
    sites.service.speaks = 0
    const opened = await openPage(browser, sites, {}, { clock: true })
    await opened.page.evaluate(() => {
      document.addEventListener('load', () => Object.assign(window, { isLoaded: true }), true)
    })
    await click(opened)
    const before = await (await opened.frame()).evaluate(() => location.href)
    await opened.page.waitForFunction(() => 'isLoaded' in window)
    await opened.page.clock.fastForward(7_000)
    expect(await opened.events()).toEqual([])
    await opened.page.clock.fastForward(2_000)
    expect(await opened.event('error')).toEqual([
      'error',
      { code: 'frame.silent', text: `No answer from ${sites.service.origin}` },
    ])
    expect(await opened.page.getByRole('alert').textContent()).toContain('is not responding')
    expect(await opened.page.locator('iframe').isVisible()).toBe(true)
    sites.service.speaks = 2
    await opened.page.getByRole('button', { name: 'Try again' }).click()
    await opened.event('ready')
    expect(await (await opened.frame()).evaluate(() => location.href)).not.toBe(before)
    expect(await opened.page.getByRole('alert').isVisible()).toBe(false)
    expect(await focusOf(opened)).toBe('svc-widget-frame')
    await opened.page.clock.fastForward(60_000)
    expect((await opened.events()).map(([name]) => name)).toEqual(['error', 'ready'])
    await end(opened)
  })

  test('reports a missing stylesheet', async () => {
    const opened = await openPage(browser, sites, {}, { path: '/plain' })
    await click(opened)
    expect(await opened.event('error')).toMatchObject(['error', { code: 'style.missing' }])
    await end(opened)
  })
})

describe('inside an element of the page', () => {
  test('shows the widget as a region of the page instead of a dialog', async () => {
    const opened = await openPage(browser, sites, { rootContainer: '#place' })
    await click(opened)
    await opened.event('ready')
    expect(await opened.page.getByRole('dialog').count()).toBe(0)
    const region = opened.page.locator('#place').getByRole('region')
    expect(await region.getAttribute('aria-modal')).toBeNull()
    expect((await region.boundingBox())?.height).toBe(640)
    await opened.page.focus('a')
    expect(await focusOf(opened)).toBe('a')
    await opened.page.keyboard.press('Escape')
    expect(await isShown(opened)).toBe(true)
    expect(await opened.page.locator('.svc-widget-open').count()).toBe(0)
    await act(opened, 'destroy')
    expect(await opened.page.locator('#place > *').count()).toBe(0)
    await end(opened)
  })

  test('throws an error that names a missing container element', async () => {
    const opened = await openPage(browser, sites, { rootContainer: '#nowhere' })
    await expect(act(opened, 'launch')).rejects.toThrow('the page has no element "#nowhere"')
    await end(opened)
  })

  test('loads a new frame into an element that was rendered again', async () => {
    const opened = await openPage(browser, sites, { rootContainer: '#place' })
    await click(opened)
    await opened.event('ready')
    await opened.page.evaluate(() => document.querySelector('#place')?.replaceChildren())
    await click(opened)
    await eventually(async () => (await opened.events()).length).toBe(2)
    await end(opened)
  })
})

/** By default, only the phone width is tested, because the desktop card shows the same texts and buttons. */
test.each(testAll ? [390, 1280] : [390])(
  'has no accessibility violation in any state, light or dark, at %d px',
  async (width) => {
    sites.service.speaks = 0
    const opened = await openPage(browser, sites, {}, { width, clock: true })
    await click(opened)
    await opened.frame()
    await opened.page.clock.runFor(1_000)
    expect(await violationsOf(opened.page)).toEqual([])
    await opened.page.clock.fastForward(30_000)
    await opened.event('error')
    expect(await violationsOf(opened.page)).toEqual([])
    await (await opened.frame()).evaluate(() => (window as unknown as StubWindow).stub.begin(2))
    await opened.event('ready')
    expect(await violationsOf(opened.page)).toEqual([])
    await end(opened)
  },
)
