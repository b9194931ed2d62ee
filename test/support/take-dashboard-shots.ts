import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '@touchstone/common'
import { csrfHeader, dashboardApiPath, type PeoplePage } from '@touchstone/contract'
import { readSettings, runCommand } from '@touchstone/runtime'
import { type APIRequestContext, type Browser, chromium, type Page } from 'playwright-core'
import { startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { findChromium } from './chromium.ts'
import { type DashboardView, dashboardViews } from './dashboard-views.ts'
import { openReviews } from './open-reviews.ts'

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/**
 * Writes a screenshot of every view of the demo's dashboard, in every variant, to `folder/<look>/<view>.png`.
 */
export async function takeDashboardShots(
  folder: string,
  only: string | undefined,
  locale: string,
): Promise<number> {
  const wanted = only === undefined ? /./ : new RegExp(only)
  const server = await startDemo()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  let taken = 0
  try {
    const { reviews, demo } = server
    const svcId = await personId(browser, server)
    const all: readonly Shot[] = [...dashboardViews({ demo: demo.file, svcId, reviews }), ...further(svcId)]
    const views = all.filter(({ name }) => wanted.test(name))
    for (const by of ['owner', 'operator', 'invited', 'nobody'] as const) {
      const ofThese = views.filter((view) => view.by === by)
      if (ofThese.length === 0) continue
      const storageState = by === 'nobody' ? { cookies: [], origins: [] } : await signIn(browser, server, by)
      for (const { name: look, ...options } of looks) {
        const into = join(folder, look)
        mkdirSync(into, { recursive: true })
        const context = await browser.newContext({
          ...options,
          storageState,
          reducedMotion: 'reduce',
          locale,
        })
        const page = await context.newPage()
        for (const { name, path, reach } of ofThese) {
          // Reloads even if only the URL fragment differs.
          await page.goto('about:blank')
          await page.goto(`${server.url}/dashboard/${path}`, { waitUntil: 'networkidle' })
          await reach?.(page)
          await page.screenshot({ path: join(into, `${name}.png`), fullPage: true })
          taken++
        }
        await context.close()
      }
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return taken
}

/** Keeps the data folder, so that the demo is created only once. */
const dataFolder = fileURLToPath(new URL('../../node_modules/.cache/shots', import.meta.url))
const env = { PORT: '0', METRICS_PORT: '0', TOUCHSTONE_DATA: dataFolder }
const settings = () => readSettings({ folder: dataFolder, env })
const invited = 'invited@demo.example'
const operators = ['operator1@demo.example', 'operator2@demo.example'] as const

type Demo = Awaited<ReturnType<typeof startDemo>>
type Shot = {
  name: string
  path: string
  by: DashboardView['by'] | 'invited' | 'nobody'
  /** Runs after the page has been opened. */
  reach?: (page: Page) => Promise<unknown>
}

/** Returns the dialogs, and the pages of members who are not signed in or have not accepted an invitation. */
function further(svcId: string): Shot[] {
  const opens = (button: string) => async (page: Page) => {
    await page.locator(button).first().click()
    await page.locator('dialog[open]').waitFor()
  }
  const person = `people/${svcId}`
  const asOwner = (name: string, path: string, button: string): Shot => ({
    ...{ name: `dashboard-${name}`, path, by: 'owner', reach: opens(button) },
  })
  return [
    asOwner('dialog-end', person, '.page-head .button-danger'),
    asOwner('dialog-lift', person, '.section-head .button'),
    asOwner('dialog-invite', 'settings/members', '.section-head .button'),
    { name: 'dashboard-invitations', path: '', by: 'invited' },
    { name: 'dashboard-sign-in', path: '', by: 'nobody' },
    { name: 'dashboard-enrol', path: 'enrol#token', by: 'nobody' },
    {
      name: 'dashboard-sign-in-paused',
      path: '',
      by: 'nobody',
      async reach(page) {
        await page.route('**/sign-in', (route) =>
          route.fulfill({
            status: 429,
            json: { error: { code: 'sign-in.paused', message: '', remedy: '' } },
          }),
        )
        await page.locator('input[type=email]').fill(invited)
        await page.locator('form .button-primary').click()
        await page.locator('input[autocomplete=one-time-code]').fill('123456')
        await page.locator('form .button-primary').click()
        await page.locator('.notice-failed').waitFor()
        await page.unroute('**/sign-in')
      },
    },
  ]
}

/** Starts the service with the demo, open reviews, and two members who are operators. */
async function startDemo() {
  mkdirSync(dataFolder, { recursive: true })
  const loggers = createLoggers({ level: 'error' })
  const start = async () => {
    const server = await startServer({ settings: settings(), loggers })
    const { demo } = server
    if (!demo) throw new Error('the service has no demo')
    return { url: server.url, demo, stop: () => server.stop() }
  }
  const operate = <Name extends 'review list' | 'member add' | 'review rule'>(
    name: Name,
    input: Parameters<typeof runCommand<Name>>[0]['input'],
  ) => runCommand({ name, input, settings: settings(), logger: silentLogger })
  let server = await start()
  const { mchNo } = server.demo.file
  const waiting = await operate('review list', { decided: false })
  let reviews = waiting.map(({ id }) => id)
  if (reviews.length === 0) {
    // A running server locks the data folder.
    await server.stop()
    reviews = await openReviews({ dataFolder, stores: env }, mchNo, [
      ...(['sanction', 'faceprint', 'document', 'liveness', 'identity'] as const),
    ])
    server = await start()
  }
  await operate('review rule', { mchNo, byTwo: true })
  for (const email of operators) await operate('member add', { email })
  await operate('member add', { email: invited, mchNo, role: 'compliance' })
  return { ...server, reviews }
}

/**
 * Returns the browser state of a signed-in member. For the operator, this is the state after the other member
 * has voted.
 */
async function signIn(browser: Browser, server: Demo, by: Exclude<Shot['by'], 'nobody'>) {
  const context = await browser.newContext()
  const api = `${server.url}${dashboardApiPath}`
  if (by === 'owner') await context.request.post(`${api}/sign-in/demo`)
  else if (by === 'invited') await enter(context.request, server.url, invited)
  else {
    await enter(context.request, server.url, operators[1])
    const csrfToken = await tokenOf(context.request, server.url)
    const opinion = {
      id: server.reviews[0],
      decision: 'clear',
      note: 'Another birth place, and twenty years younger.',
    }
    await context.request.post(`${api}/operator/reviews/decide`, {
      ...{ data: opinion, headers: { [csrfHeader]: csrfToken } },
    })
    await context.clearCookies()
    await enter(context.request, server.url, operators[0])
  }
  const state = await context.storageState()
  await context.close()
  return state
}

/** Returns the id of one of the demo merchant's people, with whom the merchant has ended the relationship. */
async function personId(browser: Browser, { url, demo }: Demo): Promise<string> {
  const context = await browser.newContext()
  const { request } = context
  await request.post(`${url}${dashboardApiPath}/sign-in/demo`)
  const headers = { [csrfHeader]: await tokenOf(request, url) }
  const people = `${url}${dashboardApiPath}/merchants/${demo.file.mchNo}/people`
  const data = { programNo: demo.file.programNo, status: 'KYC Passed' }
  const found = (await (await request.post(`${people}/search`, { data, headers })).json()) as PeoplePage
  const svcId = found.people[0]?.svcId ?? ''
  const { programNo } = demo.file
  await request.post(`${people}/end`, { data: { svcId, programNo }, headers })
  await context.close()
  return svcId
}

async function tokenOf(request: APIRequestContext, url: string): Promise<string> {
  const session = await request.get(`${url}${dashboardApiPath}/session`)
  return ((await session.json()) as { csrfToken: string }).csrfToken
}

async function enter(request: APIRequestContext, url: string, email: string): Promise<void> {
  await request.post(`${url}${dashboardApiPath}/sign-in/code`, { data: { email } })
  const mailbox = await (await request.get(`${url}/mailbox`)).text()
  const [, code] = new RegExp(`value="(\\d{6})" data-copies="code for ${email}"`).exec(mailbox) ?? []
  await request.post(`${url}${dashboardApiPath}/sign-in`, { data: { code } })
}
