import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inPieces, makeUnList } from '../../packages/screening/src/test-support/make-lists.ts'
import { codeOf, type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { openReviews } from '../support/open-reviews.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { markStuck } from '../support/stuck-journey.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

let dashboard: TestDashboard
let browser: Browser
let operator: DashboardBrowser
let operatorEmail: string
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server' })
  browser = await sharedBrowser()
  const made = await dashboard.member('operator')
  operator = made.browser
  operatorEmail = made.email
}, demoTimeout)
afterAll(() => dashboard?.stop())

const entriesOf = async (path = '/operator') =>
  ((await operator.get(`${path}/audit`)).body as { entries: { action: string; actor: string }[] }).entries
const byCommandLine = async (path?: string) =>
  (await entriesOf(path)).filter(({ actor }) => actor === 'command-line').map(({ action }) => action)

test('reports the health and backlog of every component', async () => {
  await openReviews(dashboard.server, dashboard.foreign, ['document'])
  await markStuck(dashboard.server)
  const { body } = await operator.get('/operator/health')
  expect(body).toMatchObject({
    journeys: {
      state: 'attention',
      stuck: 1,
      reasons: [{ step: 'screening', code: 'draft.no-document', count: 1 }],
    },
    store: { state: 'good', engine: expect.any(String) },
    limits: { state: 'good', shared: false },
    ledger: { state: 'off' },
    lists: { state: 'good', lists: [{ list: 'demo-list' }] },
    mail: { state: 'good' },
    reviews: { state: 'good', waiting: expect.any(Number), since: expect.any(String) },
    chains: { jobs: expect.any(Array) },
    jobs: { queues: expect.arrayContaining([expect.objectContaining({ name: 'tidy-sessions' })]) },
  })
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, operatorEmail)
  await page.getByRole('link', { name: 'Service' }).click()
  await page.getByRole('link', { name: 'Health' }).click()
  await page.getByText('demo-list').waitFor()
  await page.locator('summary').click()
  await page.getByText('tidy-sessions').waitFor()
  expect(await violationsOf(page)).toEqual([])
  const answered = page.waitForResponse(/operator\/health/)
  await page.getByRole('button', { name: 'Refresh' }).press('Enter')
  expect((await answered).ok()).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('shows the consequences of deleting a person, and requires an operator to type the id twice', async () => {
  await openReviews(dashboard.server, dashboard.foreign, ['sanction'])
  const { people } = (await operator.post(`/merchants/${dashboard.foreign}/people/search`, {})).body as {
    people: { svcId: string }[]
  }
  const svcId = people[0]?.svcId ?? ''
  const calls: [body: object, http: number, code: string][] = [
    [{ svcId, confirm: 'another' }, 400, 'parameter.confirm'],
    [{ svcId }, 400, 'parameter.confirm'],
    [{ svcId: 'nobody', confirm: 'nobody' }, 404, 'person.unknown'],
    // This view finds people only by id, not by account.
    [{ svcId: 'waits1@example.com', confirm: 'waits1@example.com' }, 404, 'person.unknown'],
  ]
  for (const [body, http, code] of calls) {
    const answer = await operator.post('/operator/forget', { ...body })
    expect([answer.http, codeOf(answer)]).toEqual([http, code])
  }
  expect(codeOf(await operator.post('/operator/forget/preview', { svcId: '' }))).toBe('parameter.svcId')

  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, operatorEmail)
  await page.goto(`${dashboard.server.url}/dashboard/service/forget`)
  await page.getByLabel('Person ID (svcId)').fill(svcId)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Reviews to close without a decision: 1').waitFor()
  await page.getByRole('row').filter({ hasText: 'Another' }).getByText('Fails').waitFor()
  const forget = page.getByRole('button', { name: 'Erase this person' })
  expect(await forget.getAttribute('aria-disabled')).toBe('true')
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Repeat the ID').fill(svcId)
  await forget.click()
  await page.getByRole('heading', { name: 'The person’s data was erased' }).waitFor()
  expect(page.url()).not.toContain(svcId)
  expect(await violationsOf(page)).toEqual([])
  expect(problems).toEqual([])
  await close()

  const [entry] = (await entriesOf()).filter(({ action }) => action === 'people.forgotten')
  expect(JSON.stringify(entry)).not.toContain(svcId)
  expect(entry).toMatchObject({ actor: 'member', target: expect.stringMatching(/^[0-9a-f]{24}$/) })
  const again = (await operator.post('/operator/forget/preview', { svcId })).body
  expect(again).toMatchObject({ receipt: { journeys: 1 }, openReviews: 0 })
})

test('lets an owner rename the merchant and view its plan and limits, and logs both names', async () => {
  const { email, browser: owner } = await dashboard.member('owner', dashboard.foreign)
  const base = `/merchants/${dashboard.foreign}`
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, email)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Name').fill('A better name')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.merchant-name', { hasText: 'A better name' }).waitFor()
  await page.getByText('standard', { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(problems).toEqual([])
  await close()
  expect((await owner.get(`${base}/settings`)).body).toMatchObject({
    ...{ name: 'A better name', plan: 'standard', callsPerSecond: 10, ownLimit: false },
    ...{ reviewsDelegated: false, reviewsByTwo: false },
  })
  const [entry] = (await entriesOf(base)).filter(({ action }) => action === 'merchant.changed')
  expect(entry).toMatchObject({ detail: { name: 'A better name', nameBefore: 'Another' } })
  for (const name of ['', ' ', 'x'.repeat(101), 'Nice\u202eknaB', 'a\nb', 7])
    expect((await owner.post(`${base}/settings/name`, { name })).http, String(name)).toBe(400)
  expect(await dashboard.cli('merchant', 'update', dashboard.foreign, '--name', 'Another')).toMatchObject({
    stdout: expect.stringContaining('Another'),
  })
})

test('logs changes made on the command line without naming their author', async () => {
  const { own, server, cli } = dashboard
  const base = `/merchants/${own}`
  const file = (name: string) => join(server.dataFolder, name)
  writeFileSync(file('policy.json'), JSON.stringify({ version: 'own-1', dust_usd: 5 }))
  await cli('policy', 'set', '--merchant', own, '--file', file('policy.json'))
  await cli('policy', 'remove', '--merchant', own)
  await cli('policy', 'remove', '--merchant', own)
  expect((await byCommandLine(base)).slice(0, 2)).toEqual(['policy.removed', 'policy.changed'])

  const pieces: Uint8Array[] = []
  for await (const piece of inPieces(
    makeUnList([{ id: 'A1', names: ['Nemo Outis'] }], { date: '2026-01-01' }),
  ))
    pieces.push(Buffer.from(piece))
  writeFileSync(file('un.xml'), Buffer.concat(pieces))
  expect(await cli('list', 'import', file('un.xml'), '--format', 'un-xml')).toMatchObject({ code: 0 })
  await cli('list', 'import', file('un.xml'), '--format', 'un-xml')
  const wallet = server.wallets.get('KYC Passed') ?? ''
  expect(await cli('user', 'forget', wallet, '--yes')).toMatchObject({ code: 0 })
  const [id = 0] = await openReviews(server, own, ['rescreening'])
  await cli('review', 'clear', String(id), '--by', 'j.doe', '--note', 'x')
  expect((await byCommandLine()).slice(0, 3)).toEqual(['review.decided', 'people.forgotten', 'list.imported'])
  const text = JSON.stringify(await entriesOf())
  expect(text).not.toContain(wallet)
  expect(text).not.toContain('j.doe')
})
