import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { type DashboardPage, openDashboardPage, openDemo } from '../support/dashboard-page.ts'
import { insertDeadEvent } from '../support/dead-event.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
let browser: Browser
let visit: DashboardPage
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server', ledger: true })
  browser = await sharedBrowser()
  visit = await openDashboardPage(browser, dashboard, { permissions: ['clipboard-read', 'clipboard-write'] })
  page = visit.page
  await openDemo(page, dashboard)
}, demoTimeout)
afterAll(async () => {
  await visit?.close()
  await dashboard?.stop()
})

const open = async (path: string) => await page.goto(`${dashboard.server.url}/dashboard/${path}`)
const press = async (name: string) => await page.getByRole('button', { name, exact: true }).click()
const row = (text: string) => page.getByRole('row').filter({ hasText: text })

/** Presses a button or link and returns the file that the browser downloads. */
async function downloaded(name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText(name, { exact: true }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
}

test('rotates and revokes a key, and keeps neither key on the page', async () => {
  const { mchNo: appId, apiKey: first } = dashboard.server.demo
  const works = async (apiKey: string) => {
    const body = { apiKey, appId, apiModePermission: 0, lv: 2 }
    return (await ask(`${dashboard.server.url}/api/token/get`, { body })).body.code === 80000000
  }
  const [firstId = ''] = first.split('.')
  await open('integration/configuration')
  await row(firstId).getByRole('button', { name: 'Rotate' }).click()
  await page.getByLabel('The old key expires').selectOption('after a day')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Copy: API key' }).click()
  await page.getByRole('dialog').getByText('Copied').waitFor({ state: 'attached' })
  const second = await page.evaluate(() => navigator.clipboard.readText())
  const [secondId = ''] = second.split('.')
  await press('Close')
  await row(firstId).getByText('Valid until').waitFor()
  expect([await works(first), await works(second)]).toEqual([true, true])

  const callWith = async (apiKey: string) => {
    await open('integration/console')
    await page.getByLabel('Operation').selectOption('getStatistics')
    await page.getByLabel('API key (optional)').fill(apiKey)
    await press('Send')
    return await page.getByText(/^HTTP \d+$/).textContent()
  }
  expect(await callWith(second)).toBe('HTTP 200')

  await open('integration/configuration')
  await row(secondId).getByRole('button', { name: 'End' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await row(secondId).getByText('Ended').waitFor()
  expect(await row(secondId).getByRole('button').count()).toBe(0)
  await expect.poll(() => works(second)).toBe(false)
  expect(await works(first)).toBe(true)
  expect(await callWith(second)).toBe('HTTP 401')
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  )
  for (const key of [first, second]) expect(kept).not.toContain(key.split('.')[1])
})

test('adds and removes a watch, resends a failed delivery, and requires a secret before a URL', async () => {
  await open('integration/webhooks')
  await press('Create a secret')
  await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .waitFor()
  await press('Close')
  await page.getByLabel('Address').fill('https://hooks.example.com/a')
  await press('Save')
  await expect
    .poll(async () => (await dashboard.cli('webhook', 'url', '--merchant', dashboard.own)).stdout)
    .toContain('https://hooks.example.com/a')

  await open('watches/list')
  await page.getByLabel('Address').fill(`0x${'b7'.repeat(20)}`)
  await press('Watch address')
  await row('0xb7b7b7').getByText('3 Low').waitFor()
  await insertDeadEvent(dashboard.server)
  await open('integration/webhooks')
  await row('Failed').getByRole('button', { name: 'Send again' }).click()
  await row('Pending').waitFor()

  await open('watches/list')
  await row('0xb7b7b7').getByRole('button', { name: 'Stop watching' }).click()
  await page.getByRole('heading', { name: 'No watched addresses' }).waitFor()
})

test('exports the filtered people and audit log', async () => {
  await open('people')
  await page.getByLabel('Status').selectOption('KYC Passed')
  await press('Search')
  await expect.poll(() => row('Verification Failed').count()).toBe(0)
  const [head = '', ...people] = (await downloaded('Export as CSV')).trimEnd().split('\r\n')
  expect(head).toContain('status')
  expect(people.length).toBeGreaterThan(10)
  expect(people.filter((line) => !line.includes('KYC Passed'))).toEqual([])
  await open('settings/audit')
  await row('people.exported').waitFor()
  expect(await downloaded('Export as CSV')).toContain('people.exported')
})

test('activates, deactivates and copies a program, and reports a site that uses other colours', async () => {
  const { url, demo } = dashboard.server
  await open('programs')
  const card = page.locator('section').filter({ hasText: demo.programNo })
  await card.getByRole('button', { name: 'Switch off' }).click()
  await card.getByText('Off', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Activate' }).click()
  await card.getByText('Active', { exact: true }).waitFor()

  await card.getByRole('button', { name: 'Name, appearance and sites' }).click()
  await page.getByRole('dialog').getByLabel('Colour mode').selectOption('light')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await card.getByText('Light', { exact: true }).waitFor()
  const { apiKey, mchNo: appId, programNo } = demo
  const token = await ask(`${url}/api/token/get`, { body: { apiKey, appId, apiModePermission: 0, lv: 2 } })
  const { accessToken } = token.body.data as { accessToken: string }
  const body = {
    ...{ accessToken, appId, programNo, lv: 1, chainId: '137', origin: 'http://localhost:3000' },
    ...{ checkAddress: false, locale: 'en', theme: 'dark' },
  }
  expect(await ask(`${url}/frame/api/session`, { body })).toMatchObject({ http: 200 })
  await open('programs')
  await card
    .getByText(
      'The widget on http://localhost:3000 uses its own colour mode, Dark, instead of this program’s setting, Light.',
    )
    .waitFor()

  await card.getByRole('link', { name: 'Duplicate' }).click()
  await page.getByLabel('Internal name').fill('A copy')
  for (let step = 1; step < 5; step++) await press('Continue')
  await press('Create program')
  await page.getByRole('heading', { name: 'A copy' }).waitFor()
  expect(visit.problems).toEqual([])
})
