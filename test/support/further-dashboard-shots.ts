import type { Members, Review, Reviews, TransferCase } from '@touchstone/contract'
import type { DemoFile } from '@touchstone/demo'
import type { Page } from 'playwright-core'
import type { DashboardView } from './dashboard-views.ts'

export type People = { ended: string; current: string }
export type Shot = {
  name: string
  path: string
  by: DashboardView['by'] | 'invited' | 'nobody'
  /** Runs after the page has been opened. */
  reach?: (page: Page) => Promise<unknown>
}

/** The member who has not accepted an invitation. */
export const invited = 'invited@demo.example'

/** Returns the dialogs, and the pages of members who are not signed in or have not accepted an invitation. */
export function furtherShots(
  people: People,
  reviews: readonly number[],
  held: { id: number },
  addresses: DemoFile['addresses'],
): Shot[] {
  const { coin = '', address = '' } = addresses.find(({ what }) => /two hops/.test(what)) ?? {}
  const explored = `explorer#${new URLSearchParams({ coin, address, transfer: String(held.id) })}`
  const showPath = async (page: Page) => {
    const links = await page.locator('canvas').getAttribute('data-links')
    await page.locator('.explorer-side .found .button').first().click()
    await page.locator(`canvas:not([data-links="${links}"])`).waitFor({ state: 'attached' })
  }
  const opens = (button: string) => async (page: Page) => {
    await page.locator(button).first().click()
    await page.locator('dialog[open]').waitFor()
  }
  const asOwner = (name: string, path: string, button: string): Shot => ({
    ...{ name: `dashboard-${name}`, path, by: 'owner', reach: opens(button) },
  })
  return [
    asOwner('dialog-end', `people/${people.current}`, '.page-head .button-danger'),
    asOwner('dialog-lift', `people/${people.ended}`, '.section-head .button'),
    asOwner('dialog-invite', 'settings/members', '.section-head .button'),
    asOwner('dialog-case-transfer', `transfers/show/${held.id}`, '.section-head button.button'),
    { name: 'dashboard-explorer-path', path: explored, by: 'owner', reach: showPath },
    {
      ...{ name: 'dashboard-explorer-time', path: explored, by: 'owner' },
      async reach(page) {
        await showPath(page)
        await page.locator('.explorer-main .checkbox input').check()
        await page.locator('.explorer-main summary').click()
      },
    },
    {
      ...{ name: 'dashboard-dialog-case-graph', path: explored, by: 'owner' },
      async reach(page) {
        await showPath(page)
        await page.locator('.explorer-main .form-actions .button').last().click()
        await page.locator('dialog[open]').waitFor()
      },
    },
    {
      ...{ name: 'dashboard-cases-show-problem', path: 'cases/show/1', by: 'owner' },
      async reach(page) {
        await page.locator('[data-field~="ref"]').fill('nowhere')
        await page.locator('form:has([data-field~="ref"]) .button').click()
        await page.locator('.field-problem').waitFor()
      },
    },
    {
      ...{ name: 'dashboard-settings-members-waiting', path: 'settings/members', by: 'owner' },
      reach: showing<Members>('**/members', ({ members }) => ({
        members: members.map((member, place) => {
          const reviewsFrom = Date.parse(member.since) + 72 * 60 * 60 * 1000
          return place === 0
            ? member
            : { ...member, accepted: true, reviewsFrom: new Date(reviewsFrom).toISOString() }
        }),
      })),
    },
    {
      ...{ name: 'dashboard-reviews-open-pages', path: 'reviews/open?kind=document', by: 'operator' },
      reach: showing<Reviews>('**/reviews?*', (page) => ({ ...page, next: 'next' })),
    },
    {
      ...{ name: 'dashboard-reviews-show-fields', path: `reviews/show/${reviews[1]}`, by: 'operator' },
      reach: showing<Review>('**/reviews/show', (review) => ({
        ...review,
        lookAlikes: review.lookAlikes.map((each) => ({ ...each, fields, suggests: 'clear' })),
      })),
    },
    {
      ...{ name: 'dashboard-reviews-show-lines', path: `reviews/show/${reviews[2]}`, by: 'operator' },
      async reach(page) {
        const lines =
          'P<UTOEXAMPLE<<IVAN<<<<<<<<<<<<<<<<<<<<<<<<<< L898902C36UTO7408122M1204159<<<<<<<<<<<<<<O6'
        await page.locator('form input').first().fill(lines)
      },
    },
    {
      ...{ name: 'dashboard-rules-edit-tested', path: 'rules/edit', by: 'owner' },
      async reach(page) {
        const test = page.locator('form .form-actions .button').nth(0)
        await test.click()
        await page.locator('main table').first().waitFor()
      },
    },
    {
      ...{ name: 'dashboard-rules-edit-problems', path: 'rules/edit', by: 'owner' },
      async reach(page) {
        await page.locator('.rule-add .button').first().click()
        const added = page.locator('main > section').nth(3)
        await added.locator('select').nth(2).selectOption('exposure')
        await added.locator('.rule-group > .form-actions .button').last().click()
        await page.locator('form .form-actions .button').first().click()
        await page.locator('.notice-failed').waitFor()
      },
    },
    {
      ...{ name: 'dashboard-transfers-show-two', path: `transfers/show/${held.id}`, by: 'owner' },
      reach: showing<TransferCase>('**/transfers/show', (shown) => ({
        ...shown,
        byTwo: true,
        firstBy: 'U123456789012345',
        remarks: [
          {
            by: 'U123456789012345',
            at: '2026-11-02T09:30:00.000Z',
            decision: null,
            note: 'Asked for an invoice.',
            ended: null,
          },
          {
            by: 'U123456789012345',
            at: '2026-11-03T10:05:00.000Z',
            decision: 'allow',
            note: 'The invoice matches.',
            ended: null,
          },
        ],
      })),
    },
    { name: 'dashboard-invitations', path: '', by: 'invited' },
    { name: 'dashboard-sign-in', path: '', by: 'nobody' },
    { name: 'dashboard-enrol', path: 'enrol#token', by: 'nobody' },
    {
      name: 'dashboard-sign-in-paused',
      path: '',
      by: 'nobody',
      async reach(page) {
        // Real requests would reach the limit of codes per hour when the command runs again.
        await page.route('**/sign-in/code', (route) => route.fulfill({ status: 200, json: {} }))
        await page.route('**/sign-in', (route) =>
          route.fulfill({
            status: 429,
            json: { error: { code: 'sign-in.paused', message: '', remedy: '' } },
          }),
        )
        await page.locator('input[type=email]').fill(invited)
        await page.locator('form .button-primary').click()
        await page.locator('input[autocomplete=one-time-code]').fill('123456')
        await page.locator('form .button-primary').click()
        await page.locator('.notice-failed').waitFor()
        await page.unroute('**/sign-in')
        await page.unroute('**/sign-in/code')
      },
    },
  ]
}

const fields: Review['lookAlikes'][number]['fields'] = [
  { name: 'surname', now: 'EXAMPLE-WITH-A-LONG-NAME', earlier: 'EXAMPLE', same: false },
  { name: 'givenNames', now: 'IVAN PETROVICH', earlier: 'IVAN', same: false },
  { name: 'birthDate', now: '1974-08-12', earlier: '1974-08-12', same: true },
  { name: 'sex', now: 'M', earlier: 'M', same: true },
  { name: 'nationality', now: 'UTO', earlier: '', same: false },
]

/** Reloads the page with modified responses, for states that take days or many people to arise. */
function showing<Answer>(calls: string, change: (answer: Answer) => object) {
  return async (page: Page) => {
    await page.route(calls, async (route) => {
      if (route.request().resourceType() !== 'fetch') return await route.continue()
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as Answer) })
    })
    await page.reload({ waitUntil: 'networkidle' })
    await page.unroute(calls)
  }
}
