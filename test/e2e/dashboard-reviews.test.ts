import { silentLogger } from '@touchstone/common'
import { showUser } from '@touchstone/kyc'
import { openRuntime, readSettings } from '@touchstone/runtime'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { insertReview } from '../../packages/verification/src/journey/review-store.ts'
import { upsertVerification } from '../../packages/verification/src/journey/verification-store.ts'
import { reviewDetailColumn } from '../../packages/verification/src/sealed-columns.ts'
import { codeOf, type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

let dashboard: TestDashboard
let browser: Browser
beforeAll(async () => {
  dashboard = await startDashboard()
  browser = await sharedBrowser()
}, demoTimeout)
afterAll(() => dashboard?.stop())

const hit = {
  ...{ list: 'un', version: '7', publishedAt: null, entryId: 'QDi.1', entryHash: 'ab', kind: 'person' },
  ...{
    name: 'Ivan Example',
    primaryName: 'Ivan Petrovich Example',
    programs: ['AQ'],
    score: 0.91,
    threshold: 0.8,
  },
  features: [
    { feature: 'name', part: 0.8, why: 'all parts agree' },
    { feature: 'birth-date', part: 0.11, why: 'the same year' },
  ],
  agreed: [{ asked: 'IVAN', listed: 'Ivan', similarity: 1 }],
}

/** As the nightly comparison with changed lists leaves it: of somebody who has shared a result. */
async function openReview(): Promise<number> {
  const { server } = dashboard
  const settings = readSettings({ folder: server.dataFolder, env: { ...server.stores, LEDGER_URL: 'off' } })
  const runtime = await openRuntime({ settings, logger: silentLogger })
  try {
    const wallet = server.wallets.get('KYC Passed') ?? ''
    const [person] = await showUser(runtime.kyc, { user: wallet, reveal: false })
    const journey = person?.journeys.find(({ kind }) => kind === 'KYC')
    if (!journey) throw new Error('the demo has nobody who passed')
    const { journeyId, attempt } = journey
    const detail = { identity: { names: ['Ivan Example'] }, hits: [hit], policy: 'test@1' }
    const place = reviewDetailColumn.at(journeyId, attempt, 'rescreening')
    const db = journeyTablesOf(runtime.verification)
    const at = new Date(runtime.clock.now())
    // People of the demo have walked without a page.
    await upsertVerification(db, { journeyId, attempt, at })
    const id = await insertReview(db, {
      ...{ journeyId, attempt, kind: 'rescreening', at },
      detailSealed: runtime.kyc.vault.seal(JSON.stringify(detail), place),
    })
    if (id === undefined) throw new Error('there is such a review already')
    return id
  } finally {
    await runtime.close()
  }
}

test('an operator sees what was asked, what is listed and every part of the score, and decides with a note', async () => {
  const id = await openReview()
  const email = 'decides@example.com'
  await dashboard.cli('member', 'add', 'operator', email)
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, email)
  await page.getByRole('link', { name: 'Reviews' }).click()
  await page.getByRole('link', { name: `${id}, Possible hit after a list changed` }).click()
  await page.getByRole('heading', { name: 'Ivan Example' }).waitFor()
  for (const shown of ['0.91, limit 0.8', 'birth-date', 'the same year', 'un, 7, QDi.1'])
    await page.getByText(shown).first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  // Nothing is decided without a reason.
  expect(await page.getByRole('button', { name: 'Somebody else' }).isDisabled()).toBe(true)
  await page.getByLabel('Note').fill('Another birth place')
  await page.getByRole('button', { name: 'Somebody else' }).click()
  await page.getByText('Nothing here').waitFor()
  await page.getByRole('link', { name: 'Decided' }).click()
  await page.getByRole('row').filter({ hasText: 'Somebody else' }).waitFor()
  await page.getByRole('link', { name: 'Sanction lists' }).click()
  await page.getByRole('heading', { level: 2, name: 'Sanction lists' }).waitFor()
  expect(problems).toEqual([])
  await close()

  const { browser: operator } = await dashboard.member('operator')
  const { entries } = (await operator.get('/operator/audit')).body as {
    entries: { action: string; target: string; by: string }[]
  }
  const of = entries.filter(({ target }) => target === String(id))
  expect(of.map(({ action }) => action)).toEqual(['review.decided', 'review.seen'])
  expect(of[0]?.by).toMatch(/^U\d{15}$/)
  const again = await operator.post('/operator/reviews/decide', { id, decision: 'confirm', note: 'x' })
  expect([again.http, codeOf(again)]).toEqual([422, 'review.unknown'])
})

test('reviews, lists and screening by hand are the operator’s alone, and refuse what they can’t read', async () => {
  const calls: [name: string, call: (browser: DashboardBrowser) => ReturnType<DashboardBrowser['get']>][] = [
    ['list', (each) => each.get('/operator/reviews')],
    ['show', (each) => each.post('/operator/reviews/show', { id: 1 })],
    ['pictures', (each) => each.post('/operator/reviews/pictures', { id: 1 })],
    ['decide', (each) => each.post('/operator/reviews/decide', { id: 1, decision: 'clear', note: 'x' })],
    ['screen', (each) => each.post('/operator/screen', { name: 'Ivan' })],
    ['lists', (each) => each.get('/operator/lists')],
  ]
  const { browser: owner } = await dashboard.member('owner')
  for (const [name, call] of calls)
    expect([(await call(owner)).http, codeOf(await call(owner))], name).toEqual([403, 'member.not-allowed'])
  const { browser: operator } = await dashboard.member('operator')
  const refused = [
    await operator.get('/operator/reviews?decided=maybe'),
    await operator.post('/operator/reviews/show', { id: 'x' }),
    await operator.post('/operator/reviews/show', { id: 999_999 }),
    await operator.post('/operator/reviews/decide', { id: 1, decision: 'maybe', note: 'x' }),
    await operator.post('/operator/reviews/decide', { id: 1, decision: 'clear', note: '' }),
    await operator.post('/operator/screen', { name: '' }),
  ]
  expect(refused.map(({ http }) => http)).toEqual([400, 400, 422, 400, 400, 400])
})
