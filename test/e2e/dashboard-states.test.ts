import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, openDemo, signInByMail } from '../support/dashboard-page.ts'
import { type DashboardView, dashboardViews } from '../support/dashboard-views.ts'
import { openReviews } from '../support/open-reviews.ts'
import { openTestCase } from '../support/open-test-case.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { oneIn } from '../support/test-all.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

type States = {
  /**
   * Text of the empty state. This state appears if the response whose path ends with `of` has empty lists, or
   * when the view is opened at the URL `at`. Null for a view that is never empty, such as a form.
   */
  empty: { shown: string; of?: string; at?: string } | null
  /**
   * For a view that sends its request only when a form is submitted: the values to enter and the button to
   * press.
   */
  form?: { type: Record<string, string>; press: string }
  /** The view shows its content without the response. Only the choices in its form may be missing. */
  standsAlone?: true
}

/** Every view in `dashboardViews`. */
const states: Readonly<Record<string, States>> = {
  'dashboard-overview': { empty: { of: '/overview', shown: 'Nobody has started yet' } },
  'dashboard-people': { empty: { of: '/people/search', shown: 'No results' } },
  'dashboard-people-person': { empty: null },
  'dashboard-programs': { empty: { of: '/programs', shown: 'No program yet' } },
  'dashboard-programs-new': { empty: null },
  'dashboard-programs-new-like': { empty: null },
  'dashboard-programs-change': { empty: { of: '/programs', shown: 'Program not found' } },
  'dashboard-programs-history': { empty: { of: '/programs/history', shown: 'No changes yet' } },
  'dashboard-integration-configuration': { empty: { of: '/keys', shown: 'No key yet' } },
  'dashboard-integration-widget': { empty: { of: '/programs', shown: 'No active program' } },
  'dashboard-integration-console': { empty: null },
  'dashboard-integration-webhooks': { empty: { of: '/events', shown: 'No events yet' } },
  'dashboard-risk-nothing-asked': { empty: null, standsAlone: true },
  'dashboard-risk': {
    empty: { at: `risk#coin=ETH&address=0x${'de'.repeat(20)}`, shown: 'Never seen' },
  },
  'dashboard-explorer': { empty: null },
  'dashboard-explorer-found': {
    empty: { at: 'explorer#find=no%20such%20thing', shown: 'Nothing found.' },
  },
  'dashboard-watches-list': { empty: { of: '/watches/list', shown: 'No watched addresses' } },
  'dashboard-watches-alerts': { empty: { of: '/alerts', shown: 'No alerts' } },
  'dashboard-transfers-held': { empty: { of: '/transfers/list', shown: 'Nothing waits for you here' } },
  'dashboard-transfers-mine': { empty: { of: '/transfers/list', shown: 'No transfers' } },
  'dashboard-transfers-all': { empty: { of: '/transfers/list', shown: 'Your backend registers transfers' } },
  'dashboard-transfers-show': { empty: null },
  'dashboard-customers': { empty: { of: '/customers/list', shown: 'No customers' } },
  'dashboard-customers-show': { empty: null },
  'dashboard-rules-current': { empty: { of: '/rules', shown: 'Every transfer is allowed.' } },
  'dashboard-rules-edit': { empty: null },
  'dashboard-rules-versions': { empty: { of: '/rules/versions', shown: 'No versions yet' } },
  'dashboard-cases-waiting': { empty: { of: '/triage/list', shown: 'Nothing is waiting' } },
  'dashboard-cases-list': { empty: { of: '/cases/list', shown: 'There are no cases' } },
  'dashboard-cases-new': { empty: null, standsAlone: true },
  'dashboard-cases-show': { empty: null },
  'dashboard-cases-rule': { empty: null },
  'dashboard-history-questions': { empty: { of: '/questions/list', shown: 'No questions yet' } },
  'dashboard-history-reports': { empty: { of: '/reports/list', shown: 'No reports yet' } },
  'dashboard-history-report': { empty: null },
  'dashboard-settings-merchant': { empty: null },
  'dashboard-settings-members': { empty: { of: '/members', shown: 'No members yet' } },
  'dashboard-settings-policy': { empty: null },
  'dashboard-settings-sso': { empty: null },
  'dashboard-settings-passkeys': { empty: { of: '/passkeys', shown: 'No passkey yet' } },
  'dashboard-settings-sessions': { empty: null },
  'dashboard-settings-audit': { empty: { of: '/audit', shown: 'Nothing yet' } },
  'dashboard-reviews-open': { empty: { of: '/reviews', shown: 'Nothing here' } },
  'dashboard-reviews-decided': { empty: { of: '/reviews', shown: 'Nothing here' } },
  'dashboard-reviews-show-1': { empty: null },
  'dashboard-reviews-screening': {
    empty: { of: '/screen', shown: 'No match on the lists' },
    form: { type: { Name: 'Ivan Example' }, press: 'Compare' },
  },
  'dashboard-reviews-lists': { empty: { of: '/lists', shown: 'No lists imported' } },
  'dashboard-service-merchants': { empty: { of: '/merchants/all', shown: 'No merchant yet' } },
  'dashboard-service-health': { empty: null },
  'dashboard-service-forget': {
    empty: null,
    form: { type: { 'Person ID (svcId)': 'svc' }, press: 'Preview' },
  },
}

type Mode = 'real' | 'held' | 'failed' | 'tooMany' | 'offline' | { emptied: string }
type Visitor = { page: Page; mode: Mode; release(): void; problems: string[]; close(): Promise<void> }

let dashboard: TestDashboard
let views: DashboardView[]
const visitors = {} as Record<DashboardView['by'], Visitor>
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server', ledger: true, callsPerSecond: 1000 })
  const reviews = await openReviews(dashboard.server, dashboard.own, ['sanction'])
  await openTestCase(dashboard.server, dashboard.own)
  const held = await dashboard.heldTransfer()
  const svcId = await dashboard.personId()
  const saved = await dashboard.savedReport()
  views = dashboardViews({ demo: dashboard.server.demo, svcId, held, saved, reviews })
  visitors.owner = await openVisitor((page) => openDemo(page, dashboard))
  const { email } = await dashboard.member('operator')
  visitors.operator = await openVisitor((page) => signInByMail(page, dashboard, email))
}, demoTimeout)
afterAll(async () => {
  for (const { close } of Object.values(visitors)) await close()
  await dashboard?.stop()
})

/** Opens a page and answers all of its calls except those about the signed-in member. */
async function openVisitor(signIn: (page: Page) => Promise<void>): Promise<Visitor> {
  const { page, problems, close } = await openDashboardPage(await sharedBrowser(), dashboard)
  const waiting: (() => void)[] = []
  const visitor: Visitor = {
    ...{ page, mode: 'real', problems, close },
    release: () => {
      for (const each of waiting.splice(0)) each()
    },
  }
  await signIn(page)
  const refusal = { code: 'rate-limit', message: 'm', remedy: 'r', retryable: true }
  await page.route(/\/dashboard\/api\/(?!session$|operator\/merchants$)/, async (route) => {
    if (visitor.mode === 'held') await new Promise<void>((resolve) => waiting.push(resolve))
    const { mode } = visitor
    if (mode === 'failed') await route.fulfill({ status: 500, json: { nothing: 'of ours' } })
    else if (mode === 'tooMany') await route.fulfill({ status: 429, json: { error: refusal } })
    else if (mode === 'offline') await route.abort('internetdisconnected')
    else if (typeof mode === 'object' && pathOf(route).endsWith(mode.emptied)) await emptied(route)
    else await route.continue()
  })
  return visitor
}

const pathOf = (route: Route) => new URL(route.request().url()).pathname

async function emptied(route: Route): Promise<void> {
  const answer = await route.fetch()
  const body = (await answer.json()) as Record<string, unknown>
  const empty = Object.entries(body).map(([name, value]) => [
    name,
    // Charts list all days, even those without data.
    Array.isArray(value) && name !== 'days' ? [] : value,
  ])
  await route.fulfill({ response: answer, json: Object.fromEntries(empty) })
}

const messages = {
  failed: ['This could not be loaded', 'The service could not process the request.'],
  tooMany: ['Too many requests', 'Too many requests in a short time.'],
  offline: ['The service can’t be reached', 'The service does not respond.'],
} as const

// Tests every view with `npm test -- --all`, and one view in six otherwise.
test.each(oneIn(6, Object.entries(states)))(
  '%s: shows loading, failed, rate-limited, offline and empty states, and recovers without a reload',
  async (name, { empty, form, standsAlone }) => {
    const view = views.find((each) => each.name === name)
    if (!view) throw new Error('there is no such view')
    const visitor = visitors[view.by]
    const { page } = visitor
    const main = page.locator('main')
    const open = async (path: string) => {
      // Reloads even if only the URL fragment differs.
      await page.goto('about:blank')
      await page.goto(`${dashboard.server.url}/dashboard/${path}`)
      await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'))
    }
    const send = async () => {
      for (const [label, text] of Object.entries(form?.type ?? {})) await main.getByLabel(label).fill(text)
      await main.getByRole('button', { name: form?.press ?? '' }).click()
    }
    const tryAgain = async () => (form ? await send() : await pressAll(main))

    visitor.mode = form ? 'real' : 'held'
    await open(view.path)
    if (form) {
      visitor.mode = 'held'
      await send()
      await main.locator('button[aria-disabled=true]').waitFor()
    } else if (!standsAlone) await main.getByText('Loading…').first().waitFor({ state: 'attached' })

    visitor.mode = 'failed'
    visitor.release()
    const said = (mode: keyof typeof messages) => main.getByText(messages[mode][form || standsAlone ? 1 : 0])
    await said('failed').first().waitFor()
    for (const mode of ['tooMany', 'offline'] as const) {
      visitor.mode = mode
      await expect
        .poll(
          async () => {
            // Presses the button again only if the message is missing, because the message disappears briefly
            // during a retry.
            if ((await said(mode).count()) === 0) await tryAgain()
            return await said(mode).count()
          },
          { timeout: 30_000, interval: 500 },
        )
        .toBeGreaterThan(0)
      // Every failed part of the page must show the message.
      await expect.poll(() => main.getByText(messages.failed[0]).count()).toBe(0)
    }

    visitor.mode = 'real'
    const again = main.getByRole('button', { name: 'Try again' })
    const shown = main.getByText(view.shown).first()
    if (form) await send()
    await expect
      .poll(
        async () => {
          await pressAll(main)
          return (await shown.isVisible()) && (await again.count()) === 0
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    await expect.poll(() => said('offline').count()).toBe(0)
    expect(await page.locator('body').getAttribute('data-same-page')).toBe('yes')

    if (empty === null) return
    visitor.mode = empty.of === undefined ? 'real' : { emptied: empty.of }
    await open(empty.at ?? view.path)
    if (form) await send()
    await main.getByText(empty.shown).first().waitFor()
    expect(await violationsOf(page, 'own'), name).toEqual([])
  },
)

/** Presses the last button first, because each button disappears while its retry is pending. */
async function pressAll(main: Locator): Promise<void> {
  const buttons = await main.getByRole('button', { name: 'Try again' }).all()
  for (const button of buttons.reverse()) await button.click({ timeout: 1000 }).catch(() => {})
}

/** Returns the paths of the pages' routes and tabs, with a placeholder for each number. */
function routesOfPages(): string[] {
  const folder = new URL('../../apps/dashboard/src/pages/', import.meta.url)
  return readdirSync(fileURLToPath(folder)).flatMap((place) => {
    const file = new URL(`${place}/${place}-page.tsx`, folder)
    const source = readFileSync(fileURLToPath(file), 'utf8')
    const found = [...source.matchAll(/<Route path="([^"]+)"|path: '([^']+)'|tab\('[^']+', '([^']+)'/g)]
    const paths = found.map(([, route, tab, other]) => `${place}${route ?? tab ?? other}`)
    return (paths.length === 0 ? [place] : paths).map((path) => path.replace(/\/$/, ''))
  })
}

test('covers every view and every page route', () => {
  const names = views.map(({ name }) => name)
  expect(Object.keys(states).sort()).toEqual(names.sort())
  const paths = views.map(({ path }) => path.replace(/#.*/, ''))
  const routes = routesOfPages().filter((route) => route !== 'sign-in')
  expect(routes.length).toBeGreaterThan(20)
  const unknown = routes.filter((route) => {
    const form = new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)
    return !paths.some((path) => form.test(path))
  })
  expect(unknown).toEqual([])
})

test('retries loading a failed script without a page reload', async () => {
  const visitor = visitors.owner
  visitor.mode = 'real'
  const { page } = visitor
  await page.goto(`${dashboard.server.url}/dashboard/overview`)
  await page.getByRole('heading', { name: 'Started and verified' }).waitFor()
  await page.route('**/dashboard/assets/*.js', (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Watches and alerts' }).click()
  await page.getByRole('heading', { name: 'The service can’t be reached' }).waitFor()
  await page.unroute('**/dashboard/assets/*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No alerts' }).waitFor()
})

test('marks outdated content if a refresh fails, offers a retry, and refreshes automatically once online again', async () => {
  const visitor = visitors.owner
  const { page } = visitor
  visitor.mode = 'real'
  await page.goto(`${dashboard.server.url}/dashboard/settings/members`)
  const shown = page.getByRole('cell', { name: 'owner@demo.example' })
  await shown.waitFor()
  visitor.mode = 'offline'
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill('later@example.com')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.getByText('The service does not respond.').waitFor()
  visitor.mode = 'real'
  // The change itself succeeds, but the reload after it fails.
  await page.route('**/members', (route) =>
    route.request().method() === 'GET' ? route.abort('internetdisconnected') : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('The data shown may be out of date.').waitFor()
  expect(await shown.isVisible()).toBe(true)
  await page.unroute('**/members')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('cell', { name: 'later@example.com' }).waitFor()
  expect(await page.getByText('The data shown may be out of date.').count()).toBe(0)
})

test('never shows the answer to a previous query', async () => {
  const visitor = visitors.owner
  const { page } = visitor
  visitor.mode = 'real'
  const first = views.find(({ name }) => name === 'dashboard-risk')
  await page.goto(`${dashboard.server.url}/dashboard/${first?.path}`)
  await page
    .getByText(first?.shown ?? '')
    .first()
    .waitFor()
  visitor.mode = 'held'
  await page.getByLabel('Address', { exact: true }).fill(`0x${'de'.repeat(20)}`)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.locator('main').getByText('Loading…').waitFor({ state: 'attached' })
  expect(await page.getByText(first?.shown ?? '').count()).toBe(0)
  visitor.mode = 'real'
  visitor.release()
  await page.getByText('Never seen').waitFor()
  await page.goBack()
  await page
    .getByText(first?.shown ?? '')
    .first()
    .waitFor()
  expect(first?.path).toContain(await page.getByLabel('Address', { exact: true }).inputValue())
})

test('shows an error if the signed-in member or the list of merchants cannot be loaded', async () => {
  const visitor = visitors.operator
  visitor.mode = 'real'
  const { page } = visitor
  for (const path of ['**/dashboard/api/session', '**/dashboard/api/operator/merchants']) {
    await page.route(path, (route) => route.fulfill({ status: 429, json: {} }))
    await page.goto(`${dashboard.server.url}/dashboard/service/merchants`)
    await page.getByRole('heading', { name: 'Too many requests' }).waitFor()
    expect(await violationsOf(page, 'own'), path).toEqual([])
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Reviews of all merchants' }).waitFor()
  }
})
