import { createClient } from '@touchstone/client'
import type { AuditLog, TransferCase, TransferPage } from '@touchstone/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, openDemo, signInByMail } from '../support/dashboard-page.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

let dashboard: TestDashboard
let browser: Browser
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server', ledger: true })
  browser = await sharedBrowser()
}, demoTimeout)
afterAll(() => dashboard?.stop())

const base = () => `/merchants/${dashboard.own}`
const client = () => createClient({ ...dashboard.server.demo, retries: 0 })

/** Returns the dashboard's number of a transfer, and what is stored about it. */
async function caseOf(member: DashboardBrowser, reference: string): Promise<TransferCase> {
  const { transfers } = (await member.post(`${base()}/transfers/list`)).body as TransferPage
  const id = transfers.find(({ transfer }) => transfer.reference === reference)?.id
  return (await member.post(`${base()}/transfers/show`, { id })).body as TransferCase
}

test('assigns a transfer, keeps notes, and leads to the customer and to the report of the address', async () => {
  const { email } = await dashboard.member('compliance')
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, email)
  await page.getByRole('link', { name: 'Transfers', exact: true }).click()
  await page.getByLabel('Customer (exact number)').fill('C-1006')
  await page.getByLabel('Customer (exact number)').press('Enter')
  await page.getByRole('link', { name: 'D-7011' }).waitFor({ state: 'detached' })
  // The customer's number can be personal data.
  expect(page.url()).not.toContain('C-1006')
  await page.getByRole('link', { name: 'D-7012' }).click()
  await page.getByLabel('Assigned to').selectOption({ label: email })
  await page.getByLabel('Note').fill('Asked for an invoice')
  await page.getByRole('button', { name: 'Only add the note' }).press('Enter')
  await page.getByRole('cell', { name: 'Asked for an invoice' }).waitFor()
  expect(await page.getByText('On hold', { exact: true }).count()).toBeGreaterThan(0)
  expect(await violationsOf(page)).toEqual([])
  const report = await page.getByRole('link', { name: 'Address report' }).getAttribute('href')
  expect(report).toMatch(/^\/dashboard\/risk#coin=ETH&address=0x/)
  await page.getByRole('link', { name: 'Transfers', exact: true }).first().click()
  await page.getByRole('link', { name: 'Assigned to me' }).click()
  await page.getByRole('row').filter({ hasText: 'D-7012' }).getByText(email).waitFor()

  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByLabel('Customer (exact number)').fill('C-1001')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: 'C-1001', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Customer C-1001' }).waitFor()
  // The customer's verification is shared with the merchant, so it is linked.
  await page.getByText('Passed', { exact: true }).first().waitFor()
  await page.locator('main a[href*="/people/"]').click()
  await page.getByRole('heading', { name: 'Timeline' }).first().waitFor()
  expect(problems).toEqual([])
  await close()
})

test('waits for a second member if two must decide, also for the API and the command line', async () => {
  const { own, cli } = dashboard
  const [first, second, owner] = [
    await dashboard.member('compliance'),
    await dashboard.member('compliance'),
    await dashboard.member('owner'),
  ]
  // An owner requires it in the dashboard. Only the operator can lift it, on the command line.
  const settings = await openDashboardPage(browser, dashboard)
  await signInByMail(settings.page, dashboard, owner.email)
  await settings.page.goto(`${dashboard.server.url}/dashboard/settings/merchant`)
  await settings.page.getByRole('button', { name: 'Require two members' }).click()
  await settings.page.getByRole('dialog').getByRole('button', { name: 'Require two members' }).click()
  await settings.page.getByText('Two members decide').waitFor()
  expect(await violationsOf(settings.page)).toEqual([])
  await settings.close()
  const loosened = await owner.browser.post(`${base()}/settings/transfers`, { byTwo: false })
  expect([loosened.http, codeOf(loosened)]).toEqual([400, 'parameter.two-people'])

  const decision = { reference: 'D-7011', decision: 'allow', note: 'x' } as const
  await expect(client().decideTransfer(decision)).rejects.toMatchObject({ code: 403 })
  const refused = await cli(
    'transfer',
    'decide',
    'D-7011',
    '--merchant',
    own,
    '--decision',
    'allow',
    '--note',
    'x',
  )
  expect(refused.stderr).toContain('Two signed-in members must agree on this decision')

  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, first.email)
  await page.setViewportSize({ width: 390, height: 844 })
  const { id, decisions } = await caseOf(first.browser, 'D-7011')
  await page.goto(`${dashboard.server.url}/dashboard/transfers/show/${id}`)
  const give = async () => {
    await page.getByLabel('Note').fill('Invoice checked')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByText('Your opinion is recorded').waitFor()
  }
  await give()
  await page.getByRole('button', { name: 'Withdraw my opinion' }).click()
  await page.getByRole('cell', { name: 'withdrawn' }).waitFor()
  await give()
  expect(await violationsOf(page)).toEqual([])
  const body = { id, decision: 'allow', note: 'Same view', seen: decisions.length }
  expect(codeOf(await first.browser.post(`${base()}/transfers/decide`, body))).toBe('transfer.own-opinion')
  const outdated = await second.browser.post(`${base()}/transfers/decide`, { ...body, seen: 0 })
  expect([outdated.http, codeOf(outdated)]).toEqual([409, 'transfer.changed'])
  expect((await client().getTransfer({ reference: 'D-7011' })).transfer.decision).toBe('hold')
  expect((await second.browser.post(`${base()}/transfers/decide`, body)).body).toEqual({ outcome: 'decided' })
  const { transfer } = await client().getTransfer({ reference: 'D-7011' })
  expect(transfer).toMatchObject({ decision: 'allow', decided_by: 'member', note: 'Same view' })
  await page.reload()
  await page.getByText(`${first.email}, ${second.email}`).waitFor()
  expect(problems).toEqual([])
  await close()

  const { entries } = (await owner.browser.get(`${base()}/audit`)).body as AuditLog
  const of = entries.filter(({ target }) => target === String(id)).map(({ action }) => action)
  expect(of).toEqual([
    ...['transfer.decided', 'transfer.opinion-given', 'transfer.opinion-withdrawn', 'transfer.opinion-given'],
  ])
  expect(JSON.stringify(entries)).not.toMatch(/D-7011|C-1007|Invoice/)
  expect(await cli('transfer', 'rule', own, '--two-people', 'no')).toMatchObject({ code: 0 })
})

test('shows errors at the fields of a rule, tests it on past transfers, applies it and keeps the version', async () => {
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await openDemo(page, dashboard)
  await page.getByRole('link', { name: 'Rules' }).click()
  await page.getByText('Block a transfer if the counterparty itself is labelled').waitFor()
  await page.getByRole('link', { name: 'Change the rules' }).click()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const rule = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Rule …' }) })
  await rule.getByLabel('Condition', { exact: true }).selectOption({ label: 'Sum or number in a window' })
  await rule.getByText('within a day', { exact: false }).first().waitFor()
  await rule.getByLabel('Window in hours').fill('0')
  const test = page.getByRole('button', { name: 'Test', exact: true })
  await test.click()
  await page.getByText('2 values are wrong.').waitFor()
  await rule.getByText('Use lower-case letters, digits and hyphens, such as').waitFor()
  await rule.getByText('The smallest value is 1.').waitFor()
  expect(await rule.getByLabel('Window in hours').getAttribute('aria-invalid')).toBe('true')
  expect(await violationsOf(page)).toEqual([])
  const save = page.getByRole('button', { name: 'Save and apply' })
  expect(await save.isDisabled()).toBe(true)

  await page.getByLabel('Name').last().fill('fast-sum')
  const named = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Rule fast-sum' }) })
  await named.getByLabel('Window in hours').fill('720')
  await test.click()
  await named.getByText('Enter at least one of the limits.').waitFor()
  await named.getByLabel('At least (USD)').fill('3000')
  await named
    .getByText('Hold a transfer if the customer’s transfers within 30 days add up to 3,000 USD or more.')
    .waitFor()
  await test.click()
  await page.getByText(/^\d+ transfers would be decided differently\.$/).waitFor()
  const row = page.getByRole('table', { name: 'Rules' }).getByRole('row').filter({ hasText: 'fast-sum' })
  expect(Number(await row.getByRole('cell').nth(1).textContent())).toBeGreaterThan(0)
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('New policy version').fill('demo-2')
  await save.click()
  await page.getByText('Your own rules').waitFor()
  await page.getByText('Hold a transfer if the customer’s transfers within 30 days').waitFor()
  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('row').filter({ hasText: 'demo-2' }).getByText('fast-sum').first().waitFor()
  await page.getByLabel('Language').selectOption('zh-hk')
  await page.goto(`${dashboard.server.url}/dashboard/rules/current`)
  await page.getByText('如果客戶在 30 天內的轉帳 共達 3,000 USD，暫緩轉帳。').waitFor()
  await page.getByLabel('語言').selectOption('en')
  expect(problems).toEqual([])
  await close()

  const exchange = dashboard.server.demo.addresses.find(({ what }) => /Hot wallet/.test(what))
  const held = await client().registerTransfer({
    ...{ reference: 'fast-1', customer: 'fast', direction: 'deposit', amount: '3000' },
    ...{ coin: exchange?.coin ?? '', address: exchange?.address ?? '' },
  })
  expect(held).toMatchObject({ decision: 'hold', model: { policy_version: 'demo-2' } })
  expect(held.rules[0]).toMatchObject({ name: 'fast-sum', decided: true })

  const { browser: owner } = await dashboard.member('owner')
  const stale = await owner.post(`${base()}/rules`, { rules: [], version: 'demo-3', replaces: 'of-before' })
  expect([stale.http, codeOf(stale)]).toEqual([409, 'rules.changed'])
  const { body } = await owner.get(`${base()}/rules`)
  const same = { rules: [], version: 'demo-2', replaces: body.fingerprint }
  expect(codeOf(await owner.post(`${base()}/rules`, same))).toBe('parameter.version')
  const wrong = { rules: [{ name: 'x' }], version: 'demo-3', replaces: body.fingerprint }
  expect(codeOf(await owner.post(`${base()}/rules`, wrong))).toBe('parameter.policy')
  const restored = { rules: null, version: 'demo-3', replaces: body.fingerprint }
  expect((await owner.post(`${base()}/rules`, restored)).http).toBe(200)
  expect((await owner.get(`${base()}/rules`)).body).toMatchObject({ own: false, version: 'demo-3' })
})
