import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { pagesOfPdf } from '../support/pdf-text.ts'
import { freePort, waitUntil } from '../support/processes.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { temporaryFolder } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
let browser: Browser
let site: ChildProcess | undefined
const folder = temporaryFolder()
beforeAll(async () => {
  dashboard = await startDashboard({ ledger: true })
  browser = await sharedBrowser()
}, demoTimeout)
afterAll(async () => {
  site?.kill()
  folder.remove()
  await dashboard?.stop()
})

test('takes an engineer from an invitation to a working widget on their own page', async () => {
  const owner = 'owner@example.com'
  await dashboard.cli('member', 'add', dashboard.foreign, owner, '--role', 'owner')
  const first = await openDashboardPage(browser, dashboard)
  await signInByMail(first.page, dashboard, owner)
  await first.page.getByRole('link', { name: 'Settings' }).click()
  await first.page.getByRole('link', { name: 'Members' }).click()
  await first.page.getByRole('button', { name: 'Invite a member' }).click()
  const invitation = first.page.getByRole('dialog')
  await invitation.getByLabel('E-mail address').fill('engineer@example.com')
  await invitation.getByLabel('Role').selectOption('Developer')
  await invitation.getByRole('button', { name: 'Invite', exact: true }).click()
  await first.page.getByRole('cell', { name: 'engineer@example.com' }).waitFor()
  await first.close()

  const { page, problems, close } = await openDashboardPage(browser, dashboard, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await signInByMail(page, dashboard, 'engineer@example.com')
  // The page hides views that a developer does not need.
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0)

  const origin = `http://localhost:${await freePort()}`
  await page.getByRole('link', { name: 'Programs' }).click()
  await page.getByRole('link', { name: 'New program' }).click()
  await page.getByLabel('Internal name').fill('Opening an account')
  const preview = page.getByRole('listitem').filter({ hasText: 'Document' })
  await preview.waitFor()
  const next = () => page.getByRole('button', { name: 'Continue' }).click()
  await next()
  await page.getByLabel('Location', { exact: true }).uncheck()
  await page.getByLabel('Minimum age').last().fill('21')
  await next()
  await next()
  await page.getByLabel('Allowed sites').fill(origin)
  await next()
  await page.getByRole('button', { name: 'Create program' }).click()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByText('Active', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Integration' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Copy:/ })
    .click()
  await page.getByRole('dialog').getByText('Copied').waitFor({ state: 'attached' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const apiKey = await copied()
  expect(apiKey).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{32}$/)
  await page.getByRole('button', { name: 'Close' }).click()
  // The page discards the key only after the dialog has reported that it is closed.
  await expect.poll(() => page.content()).not.toContain(apiKey)
  await page.getByRole('link', { name: 'Widget' }).click()
  await page.getByRole('button', { name: 'Copy: Your backend' }).click()
  await expect.poll(copied).not.toBe(apiKey)
  const backend = await copied()
  await page.getByRole('button', { name: 'Copy: Plain page' }).click()
  await expect.poll(copied).not.toBe(backend)
  const html = await copied()
  expect(backend + html).not.toContain(apiKey)
  expect(problems).toEqual([])
  await close()

  await serve(origin, html.replace('the e-mail or ID of your user', 'ada@example.com'), backend, apiKey)
  const context = await browser.newContext()
  const own = await context.newPage()
  await own.goto(origin)
  await own.getByRole('button', { name: 'Verify me' }).click()
  const frame = own.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Another asks you to verify your identity' }).waitFor()
  // The snippet fits the program: nothing is missing, so the person can continue.
  await frame.getByRole('button', { name: 'Agree and continue' }).waitFor()
  await context.close()
})

test('takes a compliance officer from an alert to a printed explanation', async () => {
  const email = 'officer@example.com'
  const address = `0x${'a7'.repeat(20)}`
  await dashboard.cli('member', 'add', dashboard.own, email, '--role', 'compliance')
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, email)
  expect(await page.getByRole('link', { name: 'Integration' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Watches and alerts' }).click()
  await page.getByRole('link', { name: 'Watched addresses' }).click()
  await page.getByLabel('Address', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Watch address' }).click()
  await page.getByRole('row').filter({ hasText: 'No data' }).waitFor()

  const labels = join(dashboard.server.dataFolder, 'labels.csv')
  writeFileSync(
    labels,
    `network,address,entity,label,category,incident,source,confidence\nETH,${address},Mallory,Wallet,theft,The big one,a test,90\n`,
  )
  expect(await dashboard.cli('import', 'labels', labels)).toMatchObject({ code: 0 })

  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  const alert = page.getByRole('row').filter({ hasText: 'Severe' })
  await expect
    .poll(
      async () => {
        await page.reload()
        await alert
          .or(page.getByRole('heading', { name: 'No alerts' }))
          .first()
          .waitFor()
        return await alert.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await alert.getByText('Malicious Address').waitFor()
  // After sign-in, members see the alert on the first page.
  await page.getByRole('link', { name: 'Overview' }).click()
  const newest = page
    .getByRole('table', { name: 'Latest alerts' })
    .getByRole('row')
    .filter({ hasText: 'Severe' })
  await newest.getByText('Low').waitFor()
  expect(await newest.getByRole('link', { name: 'Explain' }).getAttribute('href')).toContain(address)
  await page.goBack()
  await alert.getByRole('link', { name: 'Explain' }).click()
  await page.getByText('Risk score:').waitFor()
  expect(await page.locator('.score').textContent()).toContain('Severe')
  await page.getByText(/labelled as Mallory \(theft\)/i).waitFor()

  // The button opens the browser's print dialog, whose output is the same as this PDF.
  await page.evaluate(() => {
    addEventListener('beforeprint', () => document.body.setAttribute('data-printed', 'yes'))
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.locator('body').getAttribute('data-printed')).toBe('yes')
  const paper = pagesOfPdf(await page.pdf({ format: 'A4' }))
  const printed = paper.join('\n')
  for (const text of [address, 'Severe', 'Mallory', 'theft', 'a test']) expect(printed).toContain(text)
  // The printout contains no controls, no navigation and no blank page.
  for (const text of ['Watches and alerts', 'Sign out', 'Print']) expect(printed).not.toContain(text)
  expect(paper.length).toBeLessThanOrEqual(4)
  expect(paper.map((sheet) => sheet.trim()).filter((sheet) => sheet === '')).toEqual([])
  expect(problems).toEqual([])
  await close()
})

/** Serves the engineer's site with the two copied snippets, without changing them. */
async function serve(origin: string, html: string, backend: string, apiKey: string): Promise<void> {
  writeFileSync(join(folder.path, 'server.mjs'), backend)
  writeFileSync(join(folder.path, 'index.html'), `<!doctype html><title>A site</title>${html}`)
  const env = { TOUCHSTONE_API_KEY: apiKey, PORT: new URL(origin).port }
  site = spawn(process.execPath, ['server.mjs'], { cwd: folder.path, env, stdio: 'ignore' })
  const isServed = () =>
    fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil(isServed, 10_000, 'the site of the engineer')
}
