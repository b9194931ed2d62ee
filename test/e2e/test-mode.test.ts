import { readFileSync } from 'node:fs'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { eventually } from '../support/eventually.ts'
import { hostWidget, type WidgetHost } from '../support/journeys/host-widget.ts'
import { startExample } from '../support/journeys/start-example.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { runCli } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'

let server: TestServer
let smtp: TestSmtp
let programNo: string
let shop: WidgetHost
let careless: WidgetHost

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ engine: 'server', env: { SMTP_URL: smtp.url, LEDGER_URL: 'off' } })
  const { mchNo: appId } = server.demo
  const create = ['program', 'create', 'Sandbox', '--merchant', appId, '--kind', 'KYC', '--test', '--active']
  const { stdout } = await runCli([...create, '--json'], {
    TOUCHSTONE_DATA: server.dataFolder,
    ...server.stores,
  })
  const made = JSON.parse(stdout) as { programNo: string; test: boolean }
  expect(made.test).toBe(true)
  programNo = made.programNo
  const widget = { appId, programNo, level: 'zkKYC', mode: 'email' } as const
  shop = await hostWidget(server.url, { ...widget, allowTest: true })
  careless = await hostWidget(server.url, widget)
  // The timeout includes the creation of the demo, which the first suite of a run starts.
}, 480_000)
afterAll(async () => {
  await shop?.stop()
  await careless?.stop()
  await server?.stop()
  await smtp?.stop()
})

type Visit = { page: Page; frame: FrameLocator; sees(title: string | RegExp): Promise<void> }

/** Opens the site, presses its button and logs in with this e-mail address. */
async function visiting<Result>(
  { url }: WidgetHost,
  email: string,
  visit: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  // The browser has no camera, and nothing may ask for one.
  const context = await (await sharedBrowser()).newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  await context.exposeBinding('askSite', async (_, method: string) => {
    if (method === 'getUserAccounts') return [`customer of ${email}`]
    const { apiKey, mchNo: appId } = server.demo
    const body = { apiKey, appId, apiModePermission: 0, lv: 2 }
    return ((await ask(`${server.url}/api/token/get`, { body })).body.data as { accessToken: string })
      .accessToken
  })
  try {
    const page = await context.newPage()
    await page.goto(`${url}/?chain=137`)
    await page.getByRole('button', { name: 'Verify' }).click()
    return await visit(await logIn(page, email))
  } finally {
    await context.close()
  }
}

async function logIn(page: Page, email: string): Promise<Visit> {
  const frame = page.frameLocator('iframe')
  const sees = (title: string | RegExp) => frame.getByRole('heading', { level: 1, name: title }).waitFor()
  await frame.getByText('Test mode.', { exact: false }).waitFor()
  await frame.getByRole('button', { name: 'Agree and continue' }).click()
  await frame.getByLabel('E-mail address').fill(email)
  await frame.getByRole('button', { name: 'Send code' }).click()
  await frame.getByLabel('6-digit code').fill(await smtp.code(email))
  return { page, frame, sees }
}

const heardBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: { event: string; code?: string }[] }).heard)
const check = async (email: string, named: boolean) => {
  const body = {
    appId: server.demo.mchNo,
    userAccount: `customer of ${email}`,
    ...(named && { programNo }),
  }
  return (await ask(`${server.url}/api/grant/check_v2`, { body })).body.data
}
const resultOf = async (email: string) => {
  const { mchNo, apiKey } = server.demo
  const body = { mchNo, apiKey, programNo, account: `customer of ${email}`, chainId: '137' }
  return (await ask(`${server.url}/zkseradmin/openapi/queryKycInfoByAddress`, { body })).body.data
}
/** Shares the result and leaves, as the last screen of the frame asks. */
async function share({ frame, sees }: Visit): Promise<void> {
  await sees(/Share the result with/)
  await frame.getByRole('button', { name: 'Agree and share' }).click()
  await sees('You are verified')
  await frame.getByRole('button', { name: /^Continue to/ }).click()
}

/** A timeout long enough for a complete visit in a browser on a busy machine. */
const visited = { timeout: 360_000 }

test('verifies from the button to the granted result, without a camera', visited, async () => {
  const email = 'ada+pass@example.com'
  await visiting(shop, email, async (visit) => {
    await share(visit)
    await eventually(() => heardBy(visit.page)).toEqual([
      { event: 'kycFinished', isGrant: true, associatedAccount: `customer of ${email}` },
    ])
  })
  expect(await check(email, true)).toMatchObject({ isGrant: true, test: true })
  expect(await check(email, false)).toMatchObject({ isGrant: false })
  expect(await resultOf(email)).toMatchObject({ kycStatus: 'KYC Passed', test: true })
})

test('reports a missing grant to a site that does not allow test results', visited, async () => {
  await visiting(careless, 'bob+pass@example.com', async (visit) => {
    await share(visit)
    await eventually(() => heardBy(visit.page)).toMatchObject([{ event: 'error', code: 'grant.missing' }])
  })
})

test.each(testAll ? (['plain-page', 'react-app'] as const) : (['plain-page'] as const))(
  'updates the customer in the records of the site %s from a verified webhook',
  visited,
  async (name) => {
    const { mchNo, apiKey } = server.demo
    const stores = { TOUCHSTONE_DATA: server.dataFolder, ...server.stores }
    const made = await runCli(['webhook', 'secret', '--merchant', mchNo, '--json'], stores)
    const { secret } = JSON.parse(made.stdout) as { secret: string }
    const site = await startExample(name, {
      ...{ TOUCHSTONE_URL: server.url, API_KEY: apiKey, APP_ID: mchNo, PROGRAM_NO: programNo },
      ...{ WEBHOOK_SECRET: secret, ALLOW_TEST: '1' },
    })
    const context = await (await sharedBrowser()).newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
    try {
      const url = ['webhook', 'url', '--merchant', mchNo, '--url', `${site.url}/api/webhooks`]
      expect(await runCli(url, stores)).toMatchObject({ code: 0 })
      const page = await context.newPage()
      await page.goto(site.url)
      await page.locator('#account').fill(`customer at ${name}`)
      await page.getByRole('button', { name: 'Verify me' }).click()
      await share(await logIn(page, `dora-${name}+pass@example.com`))
      await page.getByText('You are verified. Thank you.').waitFor()
      await page.getByText('Our records: verified.').waitFor()
    } finally {
      await context.close()
      await site.stop()
    }
  },
)

test('lets the person choose a failure, and then accepts a specimen', visited, async () => {
  await visiting(shop, 'carol@example.com', async ({ frame, sees }) => {
    await sees('Choose the outcome')
    await frame.getByLabel('Fails: too young').check()
    await frame.getByRole('button', { name: 'Continue', exact: true }).click()
    await frame
      .getByText(/younger|age/i)
      .first()
      .waitFor()
    await frame.getByRole('button', { name: /again/i }).click()
    await sees('Choose the outcome')
    const upload = (name: string, buffer: Buffer) =>
      frame.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
    const specimen = readFileSync(
      new URL('../../apps/frame/src/specimens/specimen-pass.jpg', import.meta.url),
    )
    await upload('other.jpg', Buffer.concat([specimen, Buffer.from([0])]))
    await frame.getByText('Only the specimens of this page are accepted').waitFor()
    const link = frame.getByRole('link', { name: 'Passes', exact: true })
    const address = new URL((await link.getAttribute('href')) ?? '', server.url)
    const served = Buffer.from(await (await fetch(address)).arrayBuffer())
    expect(served.equals(specimen)).toBe(true)
    await upload('specimen-pass.jpg', served)
    await sees(/Share the result with/)
  })
})
