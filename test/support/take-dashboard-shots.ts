import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '@touchstone/common'
import {
  csrfHeader,
  dashboardApiPath,
  type MemberSession,
  type PeoplePage,
  type ReportFile,
  type TransferPage,
} from '@touchstone/contract'
import { readSettings, runCommand } from '@touchstone/runtime'
import { type APIRequestContext, type Browser, chromium } from 'playwright-core'
import { startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { findChromium } from './chromium.ts'
import { dashboardViews } from './dashboard-views.ts'
import { furtherShots, invited, type People, type Shot } from './further-dashboard-shots.ts'
import { openReviews } from './open-reviews.ts'
import { openTestCase } from './open-test-case.ts'

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
    const people = await endRelationship(browser, server)
    const held = await heldTransfer(browser, server)
    const saved = await savedReport(browser, server)
    const plain = dashboardViews({ demo: demo.file, svcId: people.ended, held, saved, reviews })
    const all: readonly Shot[] = [...plain, ...furtherShots(people, reviews, held, demo.file.addresses)]
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
          // The backdrop of a dialog covers only the visible part of the page.
          const fullPage = (await page.locator('dialog[open]').count()) === 0
          await page.screenshot({ path: join(into, `${name}.png`), fullPage })
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
const operators = ['operator1@demo.example', 'operator2@demo.example'] as const

type Demo = Awaited<ReturnType<typeof startDemo>>

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
    await openTestCase({ dataFolder, stores: env }, mchNo)
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
    await enterAsOperator(context.request, server.url, operators[1])
    const { csrfToken } = await sessionOf(context.request, server.url)
    const opinion = {
      id: server.reviews[0],
      decision: 'clear',
      note: 'Another birth place, and twenty years younger.',
    }
    await context.request.post(`${api}/operator/reviews/decide`, {
      ...{ data: opinion, headers: { [csrfHeader]: csrfToken } },
    })
    await context.clearCookies()
    await enterAsOperator(context.request, server.url, operators[0])
  }
  const state = await context.storageState()
  await context.close()
  return state
}

/** Ends the demo merchant's relationship with one person. Returns the IDs of this person and another one. */
async function endRelationship(browser: Browser, { url, demo }: Demo): Promise<People> {
  const context = await browser.newContext()
  const { request } = context
  await request.post(`${url}${dashboardApiPath}/sign-in/demo`)
  const headers = { [csrfHeader]: (await sessionOf(request, url)).csrfToken }
  const people = `${url}${dashboardApiPath}/merchants/${demo.file.mchNo}/people`
  const { programNo } = demo.file
  const data = { programNo, status: 'KYC Passed' }
  const found = (await (await request.post(`${people}/search`, { data, headers })).json()) as PeoplePage
  const [ended = '', current = ''] = new Set(found.people.map(({ svcId }) => svcId))
  await request.post(`${people}/end`, { data: { svcId: ended, programNo }, headers })
  await context.close()
  return { ended, current }
}

/** Calls the dashboard's API as the owner of the demo merchant. */
async function callAsOwner<Answer>(browser: Browser, { url, demo }: Demo, path: string, data: object) {
  const context = await browser.newContext()
  const { request } = context
  await request.post(`${url}${dashboardApiPath}/sign-in/demo`)
  const headers = { [csrfHeader]: (await sessionOf(request, url)).csrfToken }
  const whole = `${url}${dashboardApiPath}/merchants/${demo.file.mchNo}${path}`
  const answer = (await (await request.post(whole, { data, headers })).json()) as Answer
  await context.close()
  return answer
}

async function savedReport(browser: Browser, server: Demo): Promise<string> {
  const { coin, address } = server.demo.file.addresses.find(({ what }) => /thief/i.test(what)) ?? {}
  return (await callAsOwner<ReportFile>(browser, server, '/reports', { coin, address })).report.id
}

/** Returns the transfer that is longest on hold, and its customer. */
async function heldTransfer(browser: Browser, server: Demo) {
  const query = { decision: 'hold', order: 'oldest' }
  const { transfers } = await callAsOwner<TransferPage>(browser, server, '/transfers/list', query)
  const [first] = transfers
  if (!first) throw new Error('the demo has no transfer on hold')
  return { id: first.id, customerId: first.customerId }
}

async function sessionOf(request: APIRequestContext, url: string): Promise<MemberSession> {
  return (await (await request.get(`${url}${dashboardApiPath}/session`)).json()) as MemberSession
}

/** Signs in with a code, as a member who may still have invitations. */
async function enter(request: APIRequestContext, url: string, email: string): Promise<void> {
  await request.post(`${url}${dashboardApiPath}/sign-in/code`, { data: { email } })
  const mailbox = await (await request.get(`${url}/mailbox`)).text()
  const [, code] = new RegExp(`value="(\\d{6})" data-copies="code for ${email}"`).exec(mailbox) ?? []
  await request.post(`${url}${dashboardApiPath}/sign-in`, { data: { code } })
}

async function enterAsOperator(request: APIRequestContext, url: string, email: string): Promise<void> {
  await enter(request, url, email)
  const api = `${url}${dashboardApiPath}`
  const { csrfToken, invitations } = await sessionOf(request, url)
  for (const { id } of invitations)
    await request.post(`${api}/invitations`, {
      ...{ data: { id, accept: true }, headers: { [csrfHeader]: csrfToken } },
    })
}
