import { readFileSync } from 'node:fs'
import type { AuditLog, Questions, TriagePage } from '@touchstone/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { openReviews } from '../support/open-reviews.ts'
import { pagesOfPdf } from '../support/pdf-text.ts'
import { readArchive } from '../support/read-archive.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server', ledger: true, callsPerSecond: 100 })
}, demoTimeout)
afterAll(() => dashboard?.stop())

async function visit(email: string) {
  const opened = await openDashboardPage(await sharedBrowser(), dashboard)
  await signInByMail(opened.page, dashboard, email)
  return opened
}
const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

/** Registers a deposit that is two hops away from a theft, which the rules hold. */
async function holdDeposit(): Promise<void> {
  const { browser } = await dashboard.member('owner')
  const risky = dashboard.server.demo.addresses.find(({ what }) => /two hops/.test(what))
  const input = {
    ...{ coin: risky?.coin, address: risky?.address, direction: 'deposit', amount: '3' },
    ...{ reference: 'D-17', customer: 'C-17' },
  }
  const answer = await browser.post(`/merchants/${dashboard.own}/console`, {
    operation: 'registerTransfer',
    input,
  })
  expect(answer.text).toContain('"decision":"hold"')
}

test('takes a held deposit to a closed case with two members', { timeout: 240_000 }, async () => {
  await holdDeposit()
  const ann = await dashboard.member('compliance')
  const bob = await dashboard.member('owner')
  await bob.browser.post(`/merchants/${dashboard.own}/cases/rule`, { byTwo: true })

  const first = await visit(ann.email)
  const { page } = first
  await tab(page, 'Cases')
  const held = page.getByRole('row').filter({ hasText: 'D-17' })
  await held.getByRole('checkbox').check()
  await page.getByLabel('Assigned to').last().selectOption('Me')
  await page.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('cell', { name: ann.email }).waitFor()
  expect(await violationsOf(page)).toEqual([])

  // The held deposit, which is assigned to the same member here.
  await tab(page, 'Transfers')
  await page.getByRole('link', { name: 'D-17' }).click()
  await page.getByRole('heading', { level: 1, name: /D-17/ }).waitFor()
  expect(await page.getByLabel('Assigned to').locator('option:checked').textContent()).toContain(ann.email)
  expect(await violationsOf(page)).toEqual([])

  // The theft behind the deposit, in the graph.
  await page.getByRole('link', { name: 'Open in the explorer' }).click()
  await page
    .getByRole('button', { name: /^Show the path behind this reason ?: Halcyon Bridge exploiter/ })
    .first()
    .click()
  const connections = page.getByRole('table', { name: 'Connections' })
  const fromTheft = connections.getByRole('row').filter({ hasText: /^Halcyon Bridge exploiter/ })
  await fromTheft.first().waitFor()
  // Single transfers of the path, each with its transaction.
  await fromTheft.getByRole('link', { name: /0x/ }).first().waitFor()
  expect(Number(await page.locator('canvas').getAttribute('data-links'))).toBeGreaterThan(1)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add the graph to a case' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Deposit behind the Halcyon theft')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('link', { name: 'Case 1' }).click()
  await page.getByRole('heading', { level: 1, name: 'Case 1' }).waitFor()
  for (const kind of ['Address', 'Graph', 'Transfer'])
    await page.getByRole('cell', { name: kind, exact: true }).waitFor()
  await page.getByRole('cell', { name: /deposit D-17/ }).waitFor()

  // The report, on paper and in the case.
  await page
    .getByRole('row', { name: /^Address/ })
    .getByRole('link', { name: 'Show' })
    .click()
  await page.getByRole('button', { name: 'Save as report' }).click()
  await page.getByRole('heading', { level: 1, name: 'Risk report' }).waitFor()
  await page.getByText('touchstone report verify').waitFor()
  await expectPrinted(page)
  await page.getByRole('button', { name: 'Add to a case' }).click()
  await dialog.getByLabel('Case').selectOption({ label: '1, Deposit behind the Halcyon theft' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('link', { name: 'Case 1' }).click()
  await page.getByRole('cell', { name: 'Report', exact: true }).waitFor()

  // The graph of the case, as it was drawn.
  await page
    .getByRole('row', { name: /^Graph/ })
    .getByRole('link', { name: 'Show' })
    .click()
  await fromTheft.first().waitFor()
  await page.goBack()

  await page.getByLabel('Priority').selectOption('High')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('changed the priority').waitFor()
  await page.getByLabel('Add a file').setInputFiles({
    ...{ name: 'answer.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('The customer does not answer.'),
  })
  await page.getByRole('cell', { name: 'answer.txt' }).waitFor()
  await page.getByLabel('Add a file').setInputFiles({
    ...{ name: 'page.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('<script>alert(1)</script>'),
  })
  await page.getByText('The content of this file is not accepted.').waitFor()
  await page.getByLabel('Comment', { exact: true }).fill('Two hops from the exploiter.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.getByText('Two hops from the exploiter.').waitFor()
  await page.getByLabel('Outcome').selectOption('Reported to the authority')
  await page.getByLabel('Reason').fill('Proceeds of a theft.')
  await page.getByRole('button', { name: 'Close the case' }).click()
  await page.getByText('Another member has to agree.').first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const files = new Map(
    readArchive(readFileSync(await download.path())).map(({ name, content }) => [name, content.toString()]),
  )
  expect(files.get('transfers.csv')).toContain('D-17,C-17,deposit')
  expect(files.get('files/1-answer.txt')).toBe('The customer does not answer.')
  expect(files.get('DRAFT-suspicious-activity-report.txt')).toMatch(/theft/i)
  const named = (pattern: RegExp) => [...files].find(([name]) => pattern.test(name))?.[1] ?? ''
  expect(JSON.parse(named(/^graph-\d+\.json$/))).toMatchObject({ nodes: expect.any(Array) })
  expect(named(/^graph-\d+\.svg$/)).toMatch(/^<svg[\s\S]*Halcyon Bridge exploiter/)
  expect(JSON.parse(named(/^report-\d+\.json$/))).toMatchObject({ signature: expect.any(Object) })
  expect(first.problems.filter((problem) => !/status of 422/.test(problem))).toEqual([])
  await first.close()

  const second = await visit(bob.email)
  await second.page.goto(`${dashboard.server.url}/dashboard/cases/show/1`)
  await second.page.getByText(`${ann.email} asked to close this case.`).waitFor()
  await second.page.getByLabel('Your reason').fill('I agree.')
  await second.page.getByRole('button', { name: 'Agree and close' }).click()
  await second.page.getByText('Result').first().waitFor()
  expect(await second.page.getByRole('button', { name: 'Add comment' }).count()).toBe(0)
  expect(second.problems).toEqual([])
  await second.close()

  // Only the address that the member asked about is a question, and views of the case are in the audit log.
  const base = `/merchants/${dashboard.own}`
  const { questions } = (await ann.browser.post(`${base}/questions/list`)).body as Questions
  expect(new Set(questions.map(({ address }) => address)).size).toBe(1)
  const { entries } = (await bob.browser.get(`${base}/audit`)).body as AuditLog
  const viewers = entries.filter(({ action, target }) => action === 'case.viewed' && target === 'case:1')
  expect(new Set(viewers.map(({ by }) => by))).toEqual(new Set([ann.email, bob.email]))
})

/** Prints the report without and with margins, and checks that each page has its number, and the report its parts. */
async function expectPrinted(page: Page): Promise<void> {
  const id = /R[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
  // The policy of the page does not allow the style sheets that set the margins.
  const context = await (await sharedBrowser()).newContext({
    ...{ bypassCSP: true, storageState: await page.context().storageState() },
  })
  const paper = await context.newPage()
  await paper.goto(page.url())
  await paper.getByText('touchstone report verify').waitFor()
  for (const margin of ['0', '10mm', '25mm']) {
    await paper.addStyleTag({ content: `@page { margin: ${margin} } @page report { margin: ${margin} }` })
    const pages = pagesOfPdf(await paper.pdf({ format: 'A4' })).map((text) => text.replaceAll(/\s/g, ''))
    expect(pages.length, margin).toBeGreaterThan(0)
    expect(pages.length, margin).toBeLessThanOrEqual(3)
    for (const [index, text] of pages.entries())
      expect(text.match(/R[0-9a-f]{32}·Page\dof\d/g), margin).toEqual([
        `${id}·Page${index + 1}of${pages.length}`,
      ])
    const whole = pages.join('')
    for (const part of ['Riskreport', 'Question', 'Answer', 'Prohibit', 'HalcyonBridgeexploiter'])
      expect(whole, margin).toContain(part)
  }
  await context.close()
}

test('shows reviews only to members who can decide them, until they are decided', async () => {
  const [id] = await openReviews(dashboard.server, dashboard.own, ['sanction'])
  const list = `/merchants/${dashboard.own}/triage/list`
  const kindsOf = async (role: string) => {
    const { browser } = await dashboard.member(role)
    const { entries } = (await browser.post(list)).body as TriagePage
    return entries.flatMap(({ kind, ref }) => (kind === 'review' ? [Number(ref)] : []))
  }
  expect(await kindsOf('compliance')).toEqual([])
  expect(await kindsOf('operator')).toContain(id)
  const { cli, own } = dashboard
  await cli('review', 'rule', own, '--delegated', 'yes')
  const decided = await cli('review', 'clear', String(id), '--by', 'j.doe', '--note', 'Another person.')
  expect(decided).toMatchObject({ code: 0 })
  expect(await kindsOf('operator')).not.toContain(id)
})
