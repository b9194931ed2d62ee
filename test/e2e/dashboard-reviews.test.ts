import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { openReviews } from '../support/open-reviews.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { testAll } from '../support/test-all.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

let dashboard: TestDashboard
let browser: Browser
beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server' })
  browser = await sharedBrowser()
}, demoTimeout)
afterAll(() => dashboard?.stop())

test('shows the query, the list entry and every part of the score, and records a decision with a note', async () => {
  const [id = 0] = await openReviews(dashboard.server, dashboard.own, ['rescreening'])
  const email = 'decides@example.com'
  await dashboard.cli('member', 'add', 'operator', email)
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, email)
  await page.getByRole('link', { name: 'Reviews' }).click()
  await page.getByRole('link', { name: `${id}, Possible sanctions match after a list update` }).click()
  await page.getByRole('heading', { name: 'Ivan Example' }).waitFor()
  for (const shown of ['0.91, threshold 0.8', 'Birth date', 'the same year', 'un, 7, QDi.1'])
    await page.getByText(shown).first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  // A decision without a reason is rejected.
  expect(await page.getByRole('button', { name: 'Different person' }).isDisabled()).toBe(true)
  await page.getByLabel('Note').fill('Another birth place')
  await page.getByRole('button', { name: 'Different person' }).click()
  await page.getByText('Nothing here').waitFor()
  await page.getByRole('link', { name: 'Decided' }).click()
  await page.getByRole('row').filter({ hasText: 'Different person' }).waitFor()
  await page.getByRole('link', { name: 'Sanctions lists' }).click()
  await page.getByRole('heading', { level: 2, name: 'Sanctions lists' }).waitFor()
  expect(problems).toEqual([])
  await close()

  const { browser: operator } = await dashboard.member('operator')
  const { entries } = (await operator.get('/operator/audit')).body as {
    entries: { action: string; target: string; by: string }[]
  }
  const of = entries.filter(({ target }) => target === String(id))
  expect(of.map(({ action }) => action)).toEqual(['review.decided', 'review.seen'])
  expect(of[0]?.by).toBe('decides@example.com')
  const again = await operator.post('/operator/reviews/decide', { id, decision: 'confirm', note: 'x' })
  expect([again.http, codeOf(again)]).toEqual([422, 'review.unknown'])
})

if (testAll)
  test('shows a document picture under the page’s content security policy and logs the access', async () => {
    const [id = 0] = await openReviews(dashboard.server, dashboard.own, ['document'])
    const { email, browser: operator } = await dashboard.member('operator')
    const { page, problems, close } = await openDashboardPage(browser, dashboard)
    await signInByMail(page, dashboard, email)
    await page.goto(`${dashboard.server.url}/dashboard/reviews/show/${id}`)
    await page.getByRole('button', { name: 'Show photos' }).click()
    const picture = page.getByRole('img', { name: 'Photo 1' })
    await picture.waitFor()
    const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await expect.poll(width).toBe(64)
    expect(await violationsOf(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
    const { text } = await operator.get('/operator/audit')
    expect(text).toContain('review.pictures-seen')
  })

test('lets a merchant’s compliance officer decide delegated reviews, but not reviews of similar faces', async () => {
  const { foreign, own, cli, server } = dashboard
  const [hit = 0, likeness = 0] = await openReviews(server, foreign, ['sanction', 'faceprint'])
  const [theirs = 0] = await openReviews(server, own, ['sanction'])
  const { email, browser: officer } = await dashboard.member('compliance', foreign)
  const base = `/merchants/${foreign}`
  expect(codeOf(await officer.get(`${base}/reviews`))).toBe('member.not-allowed')

  // The operator delegates reviews to the merchant in the dashboard.
  const operator = await dashboard.member('operator')
  const service = await openDashboardPage(browser, dashboard)
  await signInByMail(service.page, dashboard, operator.email)
  await service.page.getByRole('link', { name: 'Service' }).click()
  await service.page
    .getByRole('row')
    .filter({ hasText: foreign })
    .getByRole('button', { name: 'Decided by' })
    .click()
  await service.page.getByLabel('Let the merchant decide').check()
  expect(await violationsOf(service.page)).toEqual([])
  await service.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await service.page.getByText('Merchant and operator').waitFor()
  expect(service.problems).toEqual([])
  await service.close()

  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, email)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/dashboard/reviews/open`)
  await page.getByRole('link', { name: `${hit}, Possible sanctions match` }).click()
  await page.getByText('0.91, threshold 0.8').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Note').fill('Another birth place')
  await page.getByRole('button', { name: 'Different person' }).click()
  await page.getByRole('link', { name: 'Decided' }).click()
  await page.getByRole('row').filter({ hasText: 'Different person' }).waitFor()
  expect(problems).toEqual([])
  await close()

  const seen = ((await officer.get(`${base}/reviews`)).body as { reviews: { id: number }[] }).reviews
  expect(seen).toEqual([])
  for (const call of ['show', 'pictures', 'withdraw'])
    for (const id of [theirs, likeness])
      expect((await officer.post(`${base}/reviews/${call}`, { id })).http, call).toBe(422)
  const foreigner = await officer.post(`${base}/reviews/decide`, { id: theirs, decision: 'clear', note: 'x' })
  expect([foreigner.http, codeOf(foreigner)]).toEqual([422, 'review.unknown'])
  const log = (await operator.browser.get(`${base}/audit`)).text
  for (const action of ['reviews.rule-changed', 'review.seen', 'review.decided'])
    expect(log).toContain(action)
  expect((await cli('review', 'rule', foreign)).stdout).toMatch(/Delegated +yes/)
  await cli('review', 'rule', foreign, '--delegated', 'no')
  expect(codeOf(await officer.get(`${base}/reviews`)), 'at once').toBe('member.not-allowed')
})

if (testAll)
  test('keeps a first vote pending until another member votes, and lets its author withdraw it', async () => {
    const { foreign, cli, server } = dashboard
    const [id = 0] = await openReviews(server, foreign, ['rescreening'])
    expect(await cli('review', 'rule', foreign, '--delegated', 'yes', '--two-people', 'yes')).toMatchObject({
      code: 0,
    })
    const refused = await cli('review', 'clear', String(id), '--by', 'somebody')
    expect(refused.stderr).toContain('This review must be decided by two signed-in members')
    const first = await dashboard.member('compliance', foreign)
    const { page, problems, close } = await openDashboardPage(browser, dashboard)
    await signInByMail(page, dashboard, first.email)
    const open = () => page.goto(`${server.url}/dashboard/reviews/show/${id}`)
    const give = async (note: string, name: string) => {
      await open()
      await page.getByLabel('Note').fill(note)
      await page.getByRole('button', { name }).click()
    }
    await give('At first sight', 'Different person')
    await page.getByText('Your opinion is recorded').waitFor()
    await open()
    await page.getByText('At first sight').waitFor()
    expect(await page.getByLabel('Note').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Withdraw my opinion' }).click()
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `${id}, Possible` }) })
      .getByText('Needs two people')
      .waitFor()
    await give('Another birth place', 'Different person')
    await page.getByText('Your opinion is recorded').waitFor()

    const base = `/merchants/${foreign}`
    const { browser: second } = await dashboard.member('owner', foreign)
    const decide = (by: DashboardBrowser, decision: string) =>
      by.post(`${base}/reviews/decide`, { id, decision, note: 'seen' })
    expect(codeOf(await decide(first.browser, 'clear'))).toBe('review.own-opinion')
    expect((await decide(second, 'confirm')).body).toEqual({ outcome: 'disagreed' })
    expect((await decide(second, 'clear')).body).toEqual({ outcome: 'first' })
    await open()
    await page.getByText('no agreement').first().waitFor()
    await page.getByLabel('Note').fill('Now I see it too')
    await page.getByRole('button', { name: 'Different person' }).click()
    await page.getByRole('link', { name: 'Decided' }).click()
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `${id}, Possible` }) })
      .waitFor()
    expect(problems).toEqual([])
    await close()
    const { browser: operator } = await dashboard.member('operator')
    const actions = ((await operator.get(`${base}/audit`)).body as { entries: { action: string }[] }).entries
    expect(new Set(actions.map(({ action }) => action))).toEqual(
      new Set([
        ...new Set(actions.map(({ action }) => action)),
        ...['review.opinion-given', 'review.opinion-withdrawn', 'review.disagreed', 'review.decided'],
      ]),
    )
    const rule = await operator.post(`${base}/review-rule`, { delegated: false, byTwo: false })
    expect(
      [rule.http, codeOf(rule)],
      'does not let a member disable the two-person rule for their own reviews',
    ).toEqual([400, 'parameter.two-people'])
  })

test('rejects invalid input to reviews, their rules and screening', async () => {
  const { browser: operator } = await dashboard.member('operator')
  const refused = [
    await operator.get('/operator/reviews?decided=maybe'),
    await operator.post('/operator/reviews/show', { id: 'x' }),
    await operator.post('/operator/reviews/show', { id: 999_999 }),
    await operator.post('/operator/reviews/decide', { id: 1, decision: 'maybe', note: 'x' }),
    await operator.post('/operator/reviews/decide', { id: 1, decision: 'clear', note: '' }),
    await operator.post('/operator/reviews/withdraw', { id: 0 }),
    await operator.post('/operator/screen', { name: '' }),
    await operator.post('/operator/review-rule', {}),
    await operator.post(`/merchants/${dashboard.foreign}/review-rule`, { delegated: 'yes', byTwo: false }),
    // Anyone can sign in to the demo.
    await operator.post(`/merchants/${dashboard.own}/review-rule`, { delegated: true, byTwo: false }),
  ]
  expect(refused.map(({ http }) => http)).toEqual([400, 400, 422, 400, 400, 400, 400, 400, 400, 400])
})
