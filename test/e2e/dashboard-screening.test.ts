import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { type DashboardPage, openDashboardPage, openDemo } from '../support/dashboard-page.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

let dashboard: TestDashboard
let visitor: DashboardPage
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server', ledger: true, callsPerSecond: 1000 })
  visitor = await openDashboardPage(await sharedBrowser(), dashboard, {
    viewport: { width: 390, height: 844 },
  })
  await openDemo(visitor.page, dashboard)
}, demoTimeout)
afterAll(async () => {
  await visitor?.close()
  await dashboard?.stop()
})

const csv = (text: string) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('screens an uploaded list on a phone, and saves the results', async () => {
  const { page, problems } = visitor
  await page.goto(`${dashboard.server.url}/dashboard/risk`)
  const input = page.getByLabel('CSV file')
  await input.setInputFiles(csv('nothing'))
  await page
    .getByRole('alert')
    .getByText(/the first line must name the columns coin and address/)
    .waitFor()
  const thief = dashboard.server.demo.addresses.find(({ what }) => what.startsWith('Thief'))
  await input.setInputFiles(csv(`coin,address\n${thief?.coin},${thief?.address}\n=1,x\n`))
  await page.getByText('2 of 2 addresses checked').waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  // The service keeps the list while the page shows something else, and after it was closed.
  await page.goto(`${dashboard.server.url}/dashboard/watches`)
  await page.goto(`${dashboard.server.url}/dashboard/risk`)
  await page.getByText('2 of 2 addresses checked').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save results' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe('screening.csv')
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(lines[1]).toMatch(new RegExp(`^${thief?.coin},${thief?.address},100,Severe,`))
  expect(lines[2]).toBe(`"'=1",x,,,,,,unsupported coin`)
  expect(problems.filter((problem) => !/status of 400/.test(problem))).toEqual([])
})
