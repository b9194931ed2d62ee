import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

type Answer = { policy: { version: string; received: { decay: number } }; own: boolean; fingerprint: string }

let dashboard: TestDashboard
let browser: Browser
beforeAll(async () => {
  dashboard = await startDashboard({ ledger: true })
  browser = await sharedBrowser()
}, demoTimeout)
afterAll(() => dashboard?.stop())

test('previews the effect of another policy on recently queried addresses, stops the preview and sets the policy', async () => {
  const { own, server } = dashboard
  const base = `/merchants/${own}`
  const { email, browser: owner } = await dashboard.member('owner')
  for (const { coin, address } of server.demo.addresses)
    expect((await owner.post(`${base}/risk`, { coin, address })).http).toBe(200)
  const recent = (await owner.get(`${base}/policy/asked`)).body as { addresses: object[] }
  expect(recent.addresses.length).toBeGreaterThan(2)

  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, email)
  await page.goto(`${server.url}/dashboard/settings/policy`)
  const incoming = page.getByRole('group', { name: 'Funds received' })
  await incoming.getByLabel('Remaining share per hop').fill('0.1')
  await page.getByLabel('Version').fill('own-2')
  // A stopped preview shows its progress and can be restarted.
  await page.route('**/policy/preview', () => {
    // Delays the response until the page cancels its request.
  })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Preview' }).waitFor()
  await page.unroute('**/policy/preview')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await page.getByText(`${recent.addresses.length} of ${recent.addresses.length} addresses`).waitFor()
  const summary = await page.getByText(/of \d+ change level/).textContent()
  expect(summary).not.toMatch(/^0 of/)
  const changes = await page.locator('.policy-preview tbody tr td:last-child').allTextContents()
  expect(changes[0], 'changed ones first').not.toBe('–')
  expect(await violationsOf(page)).toEqual([])
  const before = (await owner.get(`${base}/policy`)).body as Answer
  expect([before.own, before.policy.version], 'nothing is stored').toEqual([false, expect.any(String)])

  await page.getByRole('button', { name: 'Set this policy' }).click()
  await page.getByText('Merchant policy').waitFor()
  const after = (await owner.get(`${base}/policy`)).body as Answer
  expect(after).toMatchObject({ own: true, policy: { version: 'own-2', received: { decay: 0.1 } } })
  expect((await dashboard.cli('policy', 'show', '--merchant', own)).stdout).toContain('own-2')
  await page.getByRole('button', { name: 'Restore the default policy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore the default policy' }).click()
  await page.getByText('Default', { exact: true }).waitFor()
  // A request that the page cancels does not count as an error.
  expect(problems.filter((problem) => !/ERR_FAILED|ERR_ABORTED/.test(problem))).toEqual([])
  await close()
  const log = (await owner.get(`${base}/audit`)).text
  expect(log).toContain('policy.changed')
  expect(log).toContain(after.fingerprint)
  expect(log).toContain('policy.removed')
})

test('shows the policy read-only to members with read access, and rejects an invalid policy with the reason', async () => {
  const base = `/merchants/${dashboard.own}`
  const { email, browser: officer } = await dashboard.member('compliance')
  const { policy } = (await officer.get(`${base}/policy`)).body as Answer
  const { page, close } = await openDashboardPage(browser, dashboard)
  await signInByMail(page, dashboard, email)
  await page.goto(`${dashboard.server.url}/dashboard/settings/policy`)
  expect(await page.getByLabel('Version').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Preview' }).count()).toBe(0)
  await close()

  const { browser: owner } = await dashboard.member('owner')
  const [address] = dashboard.server.demo.addresses
  const addresses = [{ coin: address?.coin, address: address?.address }]
  const refused = [
    await owner.post(`${base}/policy`, { policy }),
    await owner.post(`${base}/policy`, { policy: { ...policy, version: 'x', dust_usd: -1 } }),
    await owner.post(`${base}/policy`, { policy: { ...policy, version: 'x', more: 1 } }),
    await owner.post(`${base}/policy`, { policy: { ...policy, version: 'x', levels: { moderate: 9 } } }),
    await owner.post(`${base}/policy`, {
      policy: { ...policy, version: 'x', levels: { moderate: 90, high: 50, severe: 20 } },
    }),
    await owner.post(`${base}/policy/preview`, { policy, addresses: [] }),
    await owner.post(`${base}/policy/preview`, { policy: null, addresses }),
    await owner.post(`${base}/policy/preview`, { policy, addresses: Array(11).fill(addresses[0]) }),
  ]
  expect(refused.map((answer) => [answer.http, codeOf(answer)])).toEqual([
    [400, 'parameter.version'],
    [400, 'parameter.policy'],
    [400, 'parameter.policy'],
    [400, 'parameter.policy'],
    [400, 'parameter.policy'],
    [400, 'parameter.addresses'],
    [400, 'parameter.policy'],
    [400, 'parameter.addresses'],
  ])
  // Every one of the concurrent calls is either answered or rate-limited.
  const many = await Promise.all(
    Array.from({ length: 6 }, () => owner.post(`${base}/policy/preview`, { policy, addresses })),
  )
  expect(new Set(many.map(({ http }) => http))).toEqual(new Set([200, 429]))
})
