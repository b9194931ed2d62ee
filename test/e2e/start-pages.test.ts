import type { MemberSession } from '@touchstone/contract'
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

async function open(path: string, width = 1280): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: width < 1000 ? 'light' : 'dark',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url))
      problems.push(request.url())
  })
  await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' })
  return { page, problems }
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

describe('the reference', () => {
  const pages = [
    '/docs',
    '/docs/address-risk',
    '/docs/verification-status',
    '/docs/widget-checks',
    '/docs/errors',
  ]
  // Alternates between the light theme on a phone and the dark theme on a desktop. With `npm test -- --all`,
  // tests both variants of each page.
  const widths = [390, 1280] as const
  const sizes = pages.flatMap((path, index) =>
    testAll ? widths.map((width) => [path, width] as const) : [[path, widths[index % 2] ?? 390] as const],
  )
  test.each(sizes)(
    '%s, %d px wide: sends no third-party requests, scrolls only vertically and is accessible',
    async (path, width) => {
      const { page, problems } = await open(path, width)
      expect(await violationsOf(page, testAll ? 'both' : 'own')).toEqual([])
      for (const wide of widths) {
        await page.setViewportSize({ width: wide, height: 900 })
        expect(await overflowOf(page), `${wide} px`).toBeLessThanOrEqual(0)
      }
      expect(problems).toEqual([])
      await page.context().close()
    },
  )

  test('opens at "Getting started", shows the product name, has a dark mode and links to the start page', async () => {
    const { page } = await open('/docs')
    expect(await page.title()).toBe('Getting started · Touchstone')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Getting started')
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await colour()
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await colour()).not.toBe(dark)
    await page.getByRole('link', { name: 'Start page' }).click()
    await page.waitForURL(`${server.url}/`)
    await page.context().close()
  })

  test('works by keyboard, from the table of contents to sending an operation and reading its response', async () => {
    const { page, problems } = await open('/docs')
    await page.getByRole('link', { name: 'getStatistics' }).press('Enter')
    await page.waitForURL(`${server.url}/docs/verification-status#getStatistics`)
    const operation = page.getByRole('region', { name: /Participants and verified users/ })
    await operation.getByRole('button', { name: 'Send' }).press('Enter')
    await expect.poll(() => operation.getByLabel('Answer').textContent()).toContain('"kyc_participants"')
    await operation.getByLabel('Headers').fill('{')
    await operation.getByRole('button', { name: 'Send' }).press('Enter')
    await operation.getByText('This is not valid JSON').waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('shows calls that work unchanged, except those that need a value from an earlier response', async () => {
    const sent: string[] = []
    for (const path of pages.slice(1, 4).concat('/docs/events', '/docs/access-token')) {
      const { page } = await open(path)
      for (const curl of await page.locator('.first-call pre').allTextContents()) {
        if (curl.includes('…')) continue
        const [, url = '', rest = ''] = /^curl -s (\S+)(.*)$/.exec(curl) ?? []
        const body = / -d '(.*)'$/.exec(rest)?.[1]
        const headers = [...rest.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [
          name,
          value,
        ])
        const answer = await fetch(url, {
          headers: Object.fromEntries(headers),
          ...(body !== undefined && { method: 'POST', body }),
        })
        const { code, success } = (await answer.json()) as { code?: number; success?: boolean }
        expect([200, 80000000, true], url).toContain(code ?? success)
        sent.push(url)
      }
      await page.context().close()
    }
    expect(sent).toHaveLength(28)
  })
})

describe('offers three things to try, each with one click', () => {
  test('sends a call from the page and shows the response', async () => {
    const { page, problems } = await open('/', 390)
    await page.getByRole('button', { name: 'Send the call' }).click()
    await expect.poll(() => page.getByLabel('Answer').textContent()).toContain('"KYC Passed"')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await violationsOf(page)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('opens a demo address in the explorer, with the right to read only', async () => {
    const { page, problems } = await open('/')
    await page.getByRole('link', { name: 'Follow the funds' }).click()
    await page.getByRole('heading', { level: 2, name: 'Halcyon Bridge exploiter' }).waitFor()
    await page.getByText('analyst@demo.example').waitFor()
    // The address of the page that earlier versions had.
    const former = await page.request.get(`${server.url}/demo/risk/1`, { maxRedirects: 0 })
    expect(former.headers().location).toContain('/dashboard/explorer#demo=analyst&coin=')
    expect((await page.request.get(`${server.url}/demo/risk/999`)).status()).toBe(404)
    const answer = await page.request.get(`${server.url}/dashboard/api/session`)
    const { memberships } = (await answer.json()) as MemberSession
    expect(memberships.map(({ role, permissions }) => [role, permissions])).toEqual([
      ['analyst', ['overview.read', 'programs.read', 'risk.read']],
    ])
    // The page first checks whether a member is signed in, and receives 401 if not.
    expect(problems.filter((problem) => !/status of 401/.test(problem))).toEqual([])
    await page.context().close()
  })

  test('runs a verification: example site, customer, code from the mailbox, and back', async () => {
    const { page, problems } = await open('/')
    await page.getByRole('link', { name: 'Open the example site' }).click()
    await page.getByRole('heading', { level: 1, name: 'Verify who you are' }).waitFor()
    const verify = page.getByRole('button', { name: 'Verify me' })
    // The button is disabled until the widget is loaded. Its colours are not checked during the transition.
    await expect.poll(() => verify.isEnabled(), { timeout: 30_000 }).toBe(true)
    expect(await violationsOf(page)).toEqual([])

    // Any account works.
    const email = 'a.rather-long-name.of-a-customer@mail.example.com'
    await page.getByLabel('Your e-mail or customer number').fill(email)
    await verify.click()
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: /^Agree/ }).click({ timeout: 60_000 })
    await frame.getByLabel('E-mail address').fill(email)
    await frame.getByRole('button', { name: 'Send code' }).click()
    await frame.getByLabel('6-digit code').waitFor()

    const [mailbox] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('link', { name: /mailbox/ }).click(),
    ])
    await mailbox.getByText(email, { exact: true }).waitFor()
    expect(await violationsOf(mailbox)).toEqual([])
    await mailbox.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
    const code = mailbox.getByRole('button', { name: `Copy the code for ${email}` })
    await code.click()
    await expect
      .poll(() => mailbox.evaluate(() => navigator.clipboard.readText()))
      .toBe(await code.locator('code').textContent())

    await frame.getByLabel('6-digit code').fill((await code.locator('code').textContent()) ?? '')
    await frame.getByLabel('6-digit code').waitFor({ state: 'detached', timeout: 60_000 })
    // The open mailbox updates automatically.
    await mailbox.getByRole('listitem').filter({ hasText: email }).getByText('Used').waitFor()
    expect(await code.count()).toBe(0)
    expect(await violationsOf(mailbox)).toEqual([])
    await mailbox.setViewportSize({ width: 390, height: 900 })
    expect(await overflowOf(mailbox)).toBeLessThanOrEqual(0)

    expect(problems).toEqual([])
    await page.context().close()
  }, 180_000)

  test('lets the visitor leave the example site', async () => {
    const { page } = await open('/demo/site', 390)
    expect(page.url()).toBe(`${server.url}/demo/site/`)
    await page.getByRole('link', { name: 'Back to Touchstone' }).click()
    await page.getByRole('heading', { name: 'Touchstone is running' }).waitFor()
    await page.context().close()
  })
})
