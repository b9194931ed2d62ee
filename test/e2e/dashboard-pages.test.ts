import { gzipSync } from 'node:zlib'
import { type RiskReport, riskSentences, sentenceOf } from '@touchstone/contract'
import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { riskSentencesZhHk } from '../../apps/dashboard/src/texts/zh-hk/reasons.ts'
import { retryLimited, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, openDemo, signInByMail } from '../support/dashboard-page.ts'
import { dashboardViews } from '../support/dashboard-views.ts'
import { openReviews } from '../support/open-reviews.ts'
import { openTestCase } from '../support/open-test-case.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { testAll } from '../support/test-all.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

let dashboard: TestDashboard
let browser: Browser
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server', ledger: true })
  browser = await sharedBrowser()
}, demoTimeout)
afterAll(() => dashboard?.stop())

const thief = () => {
  const found = dashboard.server.demo.addresses.find(({ what }) => /thief/i.test(what))
  if (!found) throw new Error('the demo has no thief')
  return found
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Counts timestamps that wrap onto more than two lines. */
const tallMoments = (page: Page) =>
  page.locator('time').evaluateAll(
    (all) =>
      all.filter((time) => {
        const lines = new Set([...time.getClientRects()].map(({ top }) => Math.round(top)))
        return lines.size > 2
      }).length,
  )

const lookAtEach = 'shows its content accessibly, without horizontal scrolling or third-party requests'
test.each(['owner', 'operator'] as const)(`every view of the %s: ${lookAtEach}`, async (by) => {
  const { page, problems, close } = await openDashboardPage(browser, dashboard, { colorScheme: 'dark' })
  if (by === 'owner') await openDemo(page, dashboard)
  else await signInByMail(page, dashboard, (await dashboard.member('operator')).email)
  const reviews = await openReviews(dashboard.server, dashboard.own, ['sanction', 'faceprint', 'document'])
  const svcId = await dashboard.personId()
  const held = await dashboard.heldTransfer()
  if (by === 'owner') await openTestCase(dashboard.server, dashboard.own)
  const saved = await dashboard.savedReport()
  const views = dashboardViews({ demo: dashboard.server.demo, svcId, held, saved, reviews }).filter(
    (view) => view.by === by,
  )
  // Changes the width and the language only when needed, because a new width repaints the page and a new
  // language renders it again.
  let now = { width: 1280, language: 'en' }
  const widen = async (width: number) => {
    if (now.width !== width) await page.setViewportSize({ width, height: 900 })
    now = { ...now, width }
  }
  const speak = async (language: string) => {
    if (now.language === language) return
    // On a narrow screen, the language switch is behind the menu button.
    if (now.width < 861) await widen(861)
    await page.locator('.member-choices select').first().selectOption(language)
    await page.waitForFunction(
      (expected) => document.documentElement.lang.toLowerCase() === expected,
      language,
    )
    now = { ...now, language }
  }
  const widths = testAll ? [390, 861, 1280, 1920] : [390, 861]
  for (const [index, { path, shown }] of views.entries()) {
    await widen(index % 2 === 0 ? 1280 : 390)
    await page.goto(`${dashboard.server.url}/dashboard/${path}`)
    await page.locator('main').getByText(shown).first().waitFor()
    expect(await violationsOf(page, testAll ? 'both' : 'own'), path).toEqual([])
    // English comes last, because the next view is recognised by its English text.
    for (const language of testAll || index % 2 === 0 ? ['zh-hk', 'en'] : ['en']) {
      await speak(language)
      for (const wide of now.width === widths.at(-1) ? widths.toReversed() : widths) {
        await widen(wide)
        expect(await overflowOf(page), `${path} at ${wide} px, ${language}`).toBeLessThanOrEqual(0)
        if (wide === widths.at(-1))
          expect(
            await tallMoments(page),
            `${path}: timestamps that wrap onto more than two lines, ${language}`,
          ).toBe(0)
      }
    }
  }
  expect(problems).toEqual([])
  await close()
})

test('uses the content security policy of the other pages, with scripts below 200 kB (gzip)', async () => {
  const answer = await fetch(`${dashboard.server.url}/dashboard/overview`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  const { page, close } = await openDashboardPage(browser, dashboard)
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (/\/dashboard\/assets\/.*\.js$/.test(response.url())) scripts.push(response)
  })
  await openDemo(page, dashboard)
  await page.getByRole('heading', { name: 'Started and verified' }).waitFor()
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(200_000)
  await close()
})

test('finds a person by account, shows no names or addresses, and can end the relationship', async () => {
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await openDemo(page, dashboard)
  const wallet = dashboard.server.wallets.get('KYC Passed') ?? ''
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Account or ID (exact match)').fill(wallet)
  await page.getByRole('button', { name: 'Search' }).click()
  // The results show the same person in several programs, and no other person.
  const links = page.getByRole('row').locator('a[href*="/people/"]')
  await expect
    .poll(
      async () =>
        new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).size,
    )
    .toBe(1)
  await page.getByRole('row').filter({ hasText: 'KYC Passed' }).first().getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).first().waitFor()
  await page.getByText('sanction', { exact: true }).first().waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/@\w+\.\w/)
  // A wallet address is personal data and must not appear in the URL of a page or call.
  expect(page.url()).not.toContain(wallet)
  await page.getByRole('button', { name: 'End the relationship' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the relationship' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The ending is lifted with the keyboard. Escape only closes the dialog.
  const lift = page.getByRole('button', { name: 'Lift the ending' })
  await lift.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('stay revoked').waitFor()
  expect(await violationsOf(page, 'own')).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Lift the ending' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await lift.waitFor({ state: 'detached' })
  await page.getByText('Ended', { exact: true }).first().waitFor()
  expect(problems).toEqual([])
  await close()
})

test('sends an operation from the console with the session’s permissions and shows the response', async () => {
  const { page, close } = await openDashboardPage(browser, dashboard)
  await openDemo(page, dashboard)
  await page.goto(`${dashboard.server.url}/dashboard/integration/console`)
  await page
    .getByLabel('Operation')
    .selectOption({ label: 'Address risk: Risk score of an address or a transaction, with reasons' })
  await page.getByLabel('coin', { exact: true }).fill(thief().coin)
  await page.getByLabel(/^address/).fill(thief().address)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('HTTP 200').waitFor()
  expect(await page.getByRole('region', { name: 'Response' }).textContent()).toContain(
    '"risk_level": "Severe"',
  )
  await close()
})

test('offers a new code while the sign-in is paused', async () => {
  const { page, close } = await openDashboardPage(browser, dashboard)
  await page.goto(`${dashboard.server.url}/dashboard/`)
  await page.getByLabel('E-mail address').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByLabel('Code from the e-mail')
  await code.fill('123456')
  await page.route('**/dashboard/api/sign-in', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'sign-in.paused', message: 'm', remedy: 'r', retryable: false } },
    }),
  )
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('It has 12 characters').waitFor()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await page.getByText('It has 12 characters').waitFor({ state: 'detached' })
  await expect.poll(() => code.inputValue()).toBe('')
  await close()
})

test('shows loading, failed, rate-limited and offline states, and recovers', async () => {
  const { page, close } = await openDashboardPage(browser, dashboard)
  await openDemo(page, dashboard)
  const calls = '**/dashboard/api/merchants/*/programs'
  const again = () => page.getByRole('button', { name: 'Try again' }).click()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(calls, async (route) => {
    await held
    await route.fulfill({ status: 500, json: { nothing: 'of ours' } })
  })
  await page.getByRole('link', { name: 'Programs' }).click()
  await page.getByText('Loading…').waitFor({ state: 'attached' })
  release()
  await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor()
  expect(await violationsOf(page, 'own')).toEqual([])
  await page.unroute(calls)
  await page.route(calls, (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'too-many', message: 'm', remedy: 'r', retryable: true } },
    }),
  )
  await again()
  await page.getByRole('heading', { name: 'Too many requests' }).waitFor()
  await page.unroute(calls)
  await page.route(calls, (route) => route.abort())
  await again()
  await page.getByRole('heading', { name: 'The service can’t be reached' }).waitFor()
  await page.unroute(calls)
  await again()
  await page.getByText('Program number').first().waitFor()
  await close()
})

test('works by keyboard, in the other language, and after the session has been ended elsewhere', async () => {
  const { page, close } = await openDashboardPage(browser, dashboard)
  await openDemo(page, dashboard)
  await page.goto(`${dashboard.server.url}/dashboard/programs`)
  await page.getByText('Program number').first().waitFor()
  await page.getByRole('button', { name: 'Skip to content' }).press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.getByLabel('Language').selectOption('zh-hk')
  await page.getByRole('heading', { level: 1, name: '驗證計劃' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-HK')
  expect(await violationsOf(page, 'own')).toEqual([])
  await page.context().clearCookies()
  await page.goto(`${dashboard.server.url}/dashboard/people`)
  await page.getByRole('heading', { level: 1, name: '登入' }).waitFor()
  await close()
})

test('returns every reason as a code from which both languages build their sentences', async () => {
  const { browser: officer } = await dashboard.member('compliance')
  const said = new Set<string>()
  for (const { coin, address } of dashboard.server.demo.addresses) {
    const { body } = await retryLimited(() =>
      officer.post(`/merchants/${dashboard.own}/risk`, { coin, address }),
    )
    const { reasons, reason_codes: codes } = (body as RiskReport).explanation
    expect(codes.map((reason) => sentenceOf(riskSentences, reason))).toEqual(reasons)
    for (const reason of codes) said.add(sentenceOf(riskSentencesZhHk, reason))
  }
  expect(said.size).toBeGreaterThan(10)
  expect([...said].filter((sentence) => !/\p{Script=Han}/u.test(sentence))).toEqual([])
})
