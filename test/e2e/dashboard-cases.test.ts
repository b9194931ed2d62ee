import { readFileSync } from 'node:fs'
import type { TriagePage } from '@touchstone/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { openReviews } from '../support/open-reviews.ts'
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

  // The theft behind the deposit.
  await held.getByRole('link', { name: 'Explain' }).click()
  await page.getByText('Halcyon Bridge exploiter').first().waitFor()
  await page.goBack()
  await held.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Open a case' }).click()
  await page.getByRole('heading', { level: 1, name: 'Case 1' }).waitFor()
  await page.getByRole('cell', { name: /deposit D-17|deposit 3/ }).waitFor()

  await page.getByLabel('Title').fill('Deposit behind the Halcyon theft')
  await page.getByLabel('Priority').selectOption('High')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('changed the title').waitFor()
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
})

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
