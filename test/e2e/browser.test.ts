import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { violationsOf } from '../support/violations-of.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  browser = await sharedBrowser()
  // The timeout includes the creation of the demo, which the first suite of a run starts.
}, 480_000)
afterAll(() => server?.stop())

async function open(
  path: string,
  options: { width: number; dark: boolean },
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    bypassCSP: false,
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
      problems.push(request.url())
  })
  await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' })
  return { page, problems }
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

// Tests the dark theme on a desktop and the light theme on a phone. The content of the page is the same, and
// `violationsOf` also checks the colours of the other theme.
const screens = [
  { width: 390, dark: false },
  { width: 1280, dark: true },
]

describe.each(screens)('start page, $width px wide', (options) => {
  test('shows the credentials, sends no third-party requests, scrolls only vertically and is accessible', async () => {
    const { page, problems } = await open('/', options)
    for (const value of [server.demo.apiKey, server.demo.mchNo, server.demo.programNo]) {
      expect(await page.getByText(value, { exact: true }).first().isVisible()).toBe(true)
    }
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await violationsOf(page)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })
})

test("is usable by keyboard, from the start page's table to the explorer", async () => {
  const { page, problems } = await open('/', { width: 1280, dark: false })
  const row = page.getByRole('row', { name: /three hops from the thief/ })
  expect(await row.textContent()).toMatch(/\d+ (High|Severe)/)
  const press = async (name: RegExp) => {
    for (let stop = 0; stop < 90; stop++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent ?? '')
      if (name.test(focused)) return await page.keyboard.press('Enter')
    }
    throw new Error(`no tab stop is named ${name}`)
  }
  await press(/^Stolen money, three hops from the thief$/)
  await page.waitForURL(/\/dashboard\/explorer#/)
  await page.getByRole('heading', { name: 'Addresses and entities' }).waitFor()
  // The explorer asks for the session before the visitor is signed in.
  expect(problems.filter((problem) => !/status of 401/.test(problem))).toEqual([])
  await page.context().close()
})

test('is usable by keyboard: every tab stop shows its focus, and the copy button works', async () => {
  const { page } = await open('/', { width: 1280, dark: false })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  let copied = false
  for (let stop = 0; stop < 60 && !copied; stop++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return { name: '', outline: 'none', label: '' }
      const style = getComputedStyle(element)
      return {
        name: element.tagName,
        outline: style.outlineStyle === 'none' ? style.boxShadow : style.outlineStyle,
        label: element.getAttribute('aria-label') ?? element.textContent ?? '',
      }
    })
    if (focused.name === '') continue
    expect(focused.outline, focused.label).not.toBe('none')
    if (focused.name === 'BUTTON' && /api key/i.test(focused.label)) {
      await page.keyboard.press('Enter')
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 5000 })
        .toBe(server.demo.apiKey)
      copied = true
    }
  }
  expect(copied).toBe(true)
  await page.context().close()
})
