import type { ExplorerAddressView, RiskReport } from '@touchstone/contract'
import type { Page } from 'playwright-core'
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
  visitor = await openDashboardPage(await sharedBrowser(), dashboard)
  await openDemo(visitor.page, dashboard)
}, demoTimeout)
afterAll(async () => {
  await visitor?.close()
  await dashboard?.stop()
})

const explorer = () => `${dashboard.server.url}/dashboard/explorer`
const thief = () => {
  const found = dashboard.server.demo.addresses.find(({ what }) => /thief/i.test(what))
  if (!found) throw new Error('the demo has no thief')
  return found
}
const linkCount = async (page: Page) => Number(await page.locator('canvas').getAttribute('data-links'))
const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('searchbox').press('Enter')
}
const graphOf = (page: Page) => page.getByRole('application')

test('loads the explorer only when it is opened, and finds an address without a choice of coin', async () => {
  const { page } = visitor
  await page.goto(`${dashboard.server.url}/dashboard/overview`)
  await page.getByRole('heading', { name: 'Started and verified' }).waitFor()
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await page.getByRole('link', { name: 'Explorer', exact: true }).click()
  await page.getByText('Search for something to explore').waitFor()
  expect(scripts.filter((url) => /explorer-page/.test(url))).toHaveLength(1)
  await search(page, ` ${thief().address.toLowerCase()} `)
  await page.getByRole('heading', { name: 'Halcyon Bridge exploiter' }).waitFor()
  await page.getByRole('heading', { name: 'Connections' }).waitFor()
  await expect.poll(() => linkCount(page)).toBeGreaterThan(3)
  const rows = page.getByRole('table', { name: 'Connections' }).locator('tbody tr')
  await expect.poll(async () => (await rows.count()) - (await linkCount(page))).toBe(0)
})

test('expands, hides, undoes and redoes with the keyboard', async () => {
  const { page } = visitor
  await page.goto('about:blank')
  await page.goto(`${explorer()}#${new URLSearchParams({ coin: thief().coin, address: thief().address })}`)
  await page.getByRole('heading', { name: 'Connections' }).waitFor()
  await expect.poll(() => linkCount(page)).toBeGreaterThan(3)
  await expect
    .poll(() => page.getByRole('button', { name: /Show (more )?recipients/ }).count())
    .toBeGreaterThan(0)
  const before = await linkCount(page)
  await graphOf(page).focus()
  await page.keyboard.press('ArrowRight')
  const chosen = page.getByRole('region', { name: 'Selection' }).getByRole('heading', { level: 2 })
  await expect.poll(() => chosen.textContent()).not.toMatch(/exploiter/)
  await page.keyboard.press('h')
  await expect.poll(() => linkCount(page)).toBeLessThan(before)
  await page.getByRole('button', { name: 'Show 1 hidden' }).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => linkCount(page)).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => linkCount(page)).toBeLessThan(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => linkCount(page)).toBe(before)
  await page.getByLabel('Time axis').check()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Minimum in USD').fill('999999999')
  await page.getByText('Nothing is shown with these filters.').waitFor()
  await page.getByLabel('Minimum in USD').fill('')
  await expect.poll(() => linkCount(page)).toBe(before)
})

test('draws exactly the path of a score, transfer by transfer with hash and date', async () => {
  const { page, problems } = visitor
  const { browser } = await dashboard.member('compliance')
  const base = `/merchants/${dashboard.own}`
  const reports = await Promise.all(
    dashboard.server.demo.addresses.map(async ({ coin, address }) => {
      const { body } = await browser.post(`${base}/risk`, { coin, address })
      return { coin, address, pieces: (body as RiskReport).explanation?.pieces ?? [] }
    }),
  )
  const found = reports.find(({ pieces }) => pieces.some(({ path }) => path.length >= 3))
  const piece = found?.pieces.find(({ path }) => path.length >= 3)
  if (!found || !piece) throw new Error('the demo has no long path')
  const { coin, address } = found
  await page.goto('about:blank')
  await page.goto(`${explorer()}#${new URLSearchParams({ coin, address, path: piece.address })}`)
  await page.getByRole('heading', { name: 'Connections' }).waitFor()
  for (const { tx } of piece.path)
    await page.getByRole('table', { name: 'Connections' }).locator(`[title="${tx}"]`).first().waitFor()
  expect(await linkCount(page)).toBeGreaterThanOrEqual(piece.path.length)
  // The panel of the address lists the same path.
  await page.getByRole('button', { name: 'Show the path' }).first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  const { body } = await browser.post(`${base}/explorer/address`, { coin, address })
  expect((body as ExplorerAddressView).coins.length).toBeGreaterThan(0)
  await page.locator(`[title="${piece.path[0]?.tx}"]`).first().click()
  await page
    .getByRole('table', { name: 'Connections' })
    .locator(`[title="${piece.path[0]?.tx}"]`)
    .first()
    .waitFor()
  expect(problems).toEqual([])
})

test('finds names by any word, combines their addresses and shows them separately', async () => {
  const { page } = visitor
  await page.goto(explorer())
  await search(page, 'no such thing')
  await page.getByText('Nothing found.').waitFor()
  await search(page, 'exploiter')
  await page.getByText('Halcyon Bridge exploiter').first().waitFor()
  await search(page, 'northwind')
  await page.getByRole('status').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Show addresses separately' }).click()
  await page
    .getByRole('button', { name: /Combine addresses of/ })
    .first()
    .waitFor()
})

test('shows the tables if the browser cannot draw', async () => {
  const { page, problems, close } = await openDashboardPage(await sharedBrowser(), dashboard)
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await openDemo(page, dashboard)
  await page.goto(`${explorer()}#${new URLSearchParams({ coin: thief().coin, address: thief().address })}`)
  await page.getByText('This browser can’t draw the graph.').waitFor()
  const rows = page.getByRole('table', { name: 'Connections' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBeGreaterThan(3)
  expect(problems).toEqual([])
  await close()
})

test('replaces the graph by its tables on a phone', async () => {
  const { page, close } = await openDashboardPage(await sharedBrowser(), dashboard, {
    viewport: { width: 390, height: 844 },
  })
  await openDemo(page, dashboard)
  await page.goto(`${explorer()}#${new URLSearchParams({ coin: thief().coin, address: thief().address })}`)
  await page.getByRole('table', { name: 'Connections' }).locator('tbody tr').first().waitFor()
  expect(await graphOf(page).isVisible()).toBe(false)
  await page
    .getByRole('button', { name: /recipients/ })
    .first()
    .waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await close()
})
