import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../support/chromium.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
})
afterAll(async () => {
  await browser?.close()
  await server.stop()
})

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

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

describe.each([
  { width: 390, dark: false },
  { width: 390, dark: true },
  { width: 1280, dark: false },
  { width: 1280, dark: true },
])('the start page, $width px wide, dark: $dark', (options) => {
  test('shows the credentials, asks nothing of other servers, scrolls only downwards', async () => {
    const { page, problems } = await open('/', options)
    for (const value of [server.demo.apiKey, server.demo.mchNo, server.demo.programNo]) {
      expect(await page.getByText(value, { exact: true }).first().isVisible()).toBe(true)
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('has no accessibility violation', async () => {
    const { page } = await open('/', options)
    // The page's policy forbids foreign scripts: axe runs in an isolated world, as a browser's own tools do.
    const session = await page.context().newCDPSession(page)
    const { readFileSync } = await import('node:fs')
    const { frameTree } = await session.send('Page.getFrameTree')
    const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
    const { result } = await session.send('Runtime.evaluate', {
      contextId: world.executionContextId,
      awaitPromise: true,
      returnByValue: true,
      expression: `${readFileSync(axe, 'utf8')}; axe.run().then(({violations}) => violations.map(v => v.id + ': ' + v.nodes.map(n => n.target).join(', ')))`,
    })
    expect(result.value).toEqual([])
    await page.context().close()
  })
})

test('by keyboard alone: every stop shows its focus, and a copy button copies', async () => {
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

test('the reference at /docs renders every group, from this server alone', async () => {
  const { page, problems } = await open('/docs', { width: 1280, dark: false })
  for (const text of ['Verification status', 'Access token', 'Widget checks']) {
    await page.getByRole('heading', { name: text }).first().waitFor({ timeout: 20_000 })
  }
  expect(problems).toEqual([])
  await page.context().close()
})
