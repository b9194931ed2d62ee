import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { testAll } from '../support/test-all.ts'
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

const placeOf = (what: string) => {
  const index = server.demo.addresses.findIndex((address) => address.what.startsWith(what))
  return `/demo/risk/${index + 1}`
}

const explained = ['Stolen money, three hops', 'Hot wallet', 'Valid address that was never seen']

describe.each(screens)('score explanation, $width px wide', (options) => {
  // The longest explanation is tested on a phone, and the shortest on a desktop.
  test.each(testAll ? explained : explained.slice(options.dark ? 2 : 0).slice(0, 1))(
    '%s: sends no third-party requests, scrolls only vertically and is accessible',
    async (what) => {
      const { page, problems } = await open(placeOf(what), options)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(what)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      expect(await violationsOf(page)).toEqual([])
      expect(problems).toEqual([])
      await page.context().close()
    },
  )
})

test('draws the path of the funds horizontally, and vertically on a phone and in print', async () => {
  const { page } = await open(placeOf('Stolen money, three hops'), { width: 1280, dark: true })
  const places = async () =>
    await page.evaluate(() =>
      [...(document.querySelector('ol')?.querySelectorAll('.stop') ?? [])].map((stop) => {
        const { x, y } = stop.getBoundingClientRect()
        return { x, y }
      }),
    )
  const rises = (values: number[]) => values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0))
  expect(await places()).toHaveLength(4)
  expect(rises((await places()).map(({ x }) => x))).toBe(true)
  await page.setViewportSize({ width: 390, height: 900 })
  expect(rises((await places()).map(({ y }) => y))).toBe(true)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ media: 'print' })
  expect(rises((await places()).map(({ y }) => y))).toBe(true)
  // The printed page must contain neither keys nor light text on white paper.
  expect(await page.getByText(server.demo.apiKey).first().isVisible()).toBe(false)
  const ink = await page.evaluate(() => getComputedStyle(document.body).color)
  expect(ink).toBe('rgb(31, 29, 26)')
  await page.context().close()
})

test("is usable by keyboard, from the start page's table to the explanation of a score and back", async () => {
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
  await page.waitForURL(`${server.url}${placeOf('Stolen money, three hops')}`)
  await press(/^Demo addresses$/)
  await page.waitForURL(`${server.url}/#addresses`)
  expect(problems).toEqual([])
  await page.context().close()
})

test('shows the same score and reasons on the explanation page as in the API, even without JavaScript', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.url}${placeOf('Stolen money, three hops')}`)
  const [, url = '', body = ''] =
    /curl -s (\S+) .* -d '(.*)'/.exec((await page.locator('pre').textContent()) ?? '') ?? []
  const { data } = (await (
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  ).json()) as {
    data: { score: number; risk_level: string; reasons: string[]; pieces: { label: string }[] }
  }
  const text = (await page.locator('main').textContent()) ?? ''
  for (const value of [`${data.score} of 100`, data.risk_level, ...data.reasons])
    expect(text).toContain(value)
  for (const { label } of data.pieces.slice(0, 8)) expect(text).toContain(label)
  await context.close()
})

test("serves a page with the start page's headers for every demo address, and for no other address", async () => {
  const headers = { accept: 'text/html' }
  const policyOf = (answer: Response) => answer.headers.get('content-security-policy')
  const start = await fetch(server.url)
  for (const [index] of server.demo.addresses.entries()) {
    const answer = await fetch(`${server.url}/demo/risk/${index + 1}`, { headers })
    expect(answer.status).toBe(200)
    for (const name of ['content-security-policy', 'cache-control', 'referrer-policy', 'content-type'])
      expect(answer.headers.get(name)).toBe(start.headers.get(name))
  }
  for (const number of ['0', '99', '-1', '01', '1e0', '%3Cscript%3E']) {
    const answer = await fetch(`${server.url}/demo/risk/${number}`, { headers })
    expect(answer.status, number).toBe(404)
    expect(policyOf(answer)).toBe(policyOf(start))
    expect(await answer.text()).toContain('Nothing here')
  }
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
