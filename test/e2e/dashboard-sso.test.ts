import { writeFileSync } from 'node:fs'
import type { AuditLog } from '@touchstone/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

let dashboard: TestDashboard
let browser: Browser
let idp: IdentityProvider
let address: string
beforeAll(async () => {
  dashboard = await startDashboard()
  browser = await sharedBrowser()
  address = `${dashboard.server.url}/dashboard/sso/${dashboard.foreign}`
  idp = await startIdentityProvider({
    redirectUri: address,
    signedOutUri: `${dashboard.server.url}/dashboard`,
    accounts: [
      ...[['ada', 'kyc-admins'] as const, ['bob', 'staff'] as const].map(([id, group]) => ({
        ...{ id, email: `${id}@example.com`, email_verified: true, groups: [group], amr: ['mfa'] },
      })),
      { id: 'guest', email: 'guest@example.com', email_verified: true, groups: ['guests'], amr: ['mfa'] },
    ],
  })
}, demoTimeout)
afterAll(async () => {
  await idp?.stop()
  await dashboard?.stop()
})

/** Requests to the provider are expected, as are the calls that are refused. */
const own = (problems: string[]) =>
  problems.filter((each) => !each.startsWith(idp.issuer) && !/status of (400|403|404)/.test(each))

async function continueAs(page: Page, account: string): Promise<void> {
  await page.getByRole('button', { name: /Continue|Try again/ }).click()
  await page.waitForURL(`${idp.issuer}/**`)
  await page.getByRole('button', { name: account }).click()
}

test('an owner sets up single sign-on, and members sign in with it, are refused and sign out', async () => {
  await dashboard.cli('member', 'add', dashboard.foreign, 'ada@example.com', '--role', 'owner')
  const owner = await openDashboardPage(browser, dashboard)
  await signInByMail(owner.page, dashboard, 'ada@example.com')
  await owner.page.goto(`${dashboard.server.url}/dashboard/settings/sso`)
  await owner.page.getByText(address).waitFor()
  expect(await violationsOf(owner.page)).toEqual([])
  const fill = (label: string, value: string) => owner.page.getByLabel(label, { exact: true }).fill(value)
  await fill('Issuer', idp.issuer)
  await fill('Client ID', idp.clientId)
  await fill('Client secret', idp.clientSecret)
  await fill('Group', 'staff')
  await owner.page.getByRole('button', { name: 'Add a group' }).click()
  await owner.page.getByLabel('Group', { exact: true }).last().fill('kyc-admins')
  await owner.page.getByLabel('Role', { exact: true }).last().selectOption('owner')
  await owner.page.getByLabel('Require a second factor').check()
  await owner.page.getByLabel('Make accounts with a role members').check()
  await owner.page.getByRole('button', { name: 'Save' }).click()
  await owner.page.getByText('can make decisions from').waitFor()
  await owner.page.getByRole('button', { name: 'Check now' }).click()
  await owner.page.getByText('The provider responds').waitFor()
  // Only in a session of the provider, so that owners cannot lock themselves out.
  await owner.page.getByLabel('Require members to sign in with single sign-on').click()
  await owner.page.getByText(/sign in with it first/).waitFor()

  const member = await openDashboardPage(browser, dashboard)
  const { page } = member
  await page.goto(`${dashboard.server.url}/dashboard`)
  await page.getByRole('link', { name: 'Sign in with single sign-on' }).click()
  await page.getByLabel('Merchant number').fill(dashboard.foreign)
  await continueAs(page, 'guest')
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await page.getByText(/Ask the administrator of your identity provider/).waitFor()
  expect(page.url(), 'without the code').toBe(address)
  expect(await violationsOf(page)).toEqual([])
  await page.context().clearCookies({ domain: '127.0.0.1' })

  await continueAs(page, 'bob')
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  expect(page.url()).not.toContain('code=')
  await page.goto(`${dashboard.server.url}/dashboard/settings/passkeys`)
  await page.getByText('You are signed in with single sign-on').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${idp.issuer}/session/end**`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Send code' }).waitFor()
  expect([...own(owner.problems), ...own(member.problems)]).toEqual([])

  // The owner signs in with the provider and then requires it.
  await page.goto(address)
  await continueAs(page, 'ada')
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.goto(`${dashboard.server.url}/dashboard/settings/sso`)
  await page.getByLabel('Require members to sign in with single sign-on').click()
  await expect
    .poll(() => page.getByLabel('Require members to sign in with single sign-on').isChecked())
    .toBe(true)
  const byMail = dashboard.createBrowser()
  await byMail.signIn('ada@example.com')
  const refused = await byMail.get(`/merchants/${dashboard.foreign}/programs`)
  expect([refused.http, codeOf(refused)]).toEqual([403, 'member.needs-sso'])

  // A failed provider: the operator helps.
  const shown = await dashboard.cli('sso', 'set', dashboard.foreign, '--required', 'no', '--json')
  expect(JSON.parse(shown.stdout)).toMatchObject({ required: false, issuer: idp.issuer })
  expect(shown.stdout).not.toContain(idp.clientSecret)
  const audit = (await byMail.get(`/merchants/${dashboard.foreign}/audit`)).body as AuditLog
  const actions = audit.entries.map(({ action }) => action)
  for (const action of ['sso.set-up', 'sso.refused', 'sso.signed-in', 'sso.required'])
    expect(actions).toContain(action)
  expect(dashboard.server.logs.join('')).not.toMatch(/code=|@example\.com|a secret of the client/)
  await page.goto(`${dashboard.server.url}/dashboard/settings/sso`)
  await page.getByRole('button', { name: 'Remove single sign-on' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove single sign-on' }).click()
  await page.getByRole('button', { name: 'Send code' }).waitFor()
  expect((await byMail.get(`/merchants/${dashboard.foreign}/audit`)).text).toContain('sso.removed')
  await owner.close()
  await member.close()
})

test('the operator signs in with the operator’s provider, and its session reaches every merchant', async () => {
  const operatorAddress = `${dashboard.server.url}/dashboard/sso/operator`
  const ops = await startIdentityProvider({
    redirectUri: operatorAddress,
    accounts: [
      { id: 'one', email: 'one@example.com', email_verified: true, groups: ['platform'] },
      { id: 'two', email: 'two@example.com', email_verified: true, groups: ['platform'], amr: ['mfa'] },
    ],
  })
  try {
    const secret = `${dashboard.server.dataFolder}/client-secret`
    writeFileSync(secret, ops.clientSecret)
    const set = await dashboard.cli(
      ...['sso', 'set', 'operator', '--issuer', ops.issuer, '--client-id', ops.clientId],
      ...['--secret-file', secret, '--role', 'operator=platform', '--create-members', 'yes'],
    )
    expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('/dashboard/sso/operator') })
    expect((await dashboard.cli('sso', 'check', 'operator')).stdout).toMatch(/PKCE\s+yes/)
    const signIn = async (account: string) => {
      const visitor = dashboard.createBrowser()
      const begun = await visitor.post('/sign-in/sso/begin', { whose: 'operator' })
      const { search } = await ops.signIn(String(begun.body.url), account)
      return { visitor, answer: await visitor.post('/sign-in/sso', { whose: 'operator', search }) }
    }
    const refused = await signIn('one')
    expect([refused.answer.http, codeOf(refused.answer)]).toEqual([403, 'sso.no-mfa'])
    const { visitor, answer } = await signIn('two')
    expect(answer.http).toBe(200)
    expect((await visitor.get('/operator/merchants')).http).toBe(200)
    expect((await visitor.get(`/merchants/${dashboard.foreign}/programs`)).http).toBe(200)
    expect((await visitor.get('/session')).body).toMatchObject({ sso: true, email: 'two@example.com' })
    expect((await dashboard.cli('sso', 'remove', 'operator')).code).toBe(0)
    expect((await visitor.get('/session')).http).toBe(401)
    const { browser: another } = await dashboard.member('operator')
    const { entries } = (await another.get('/operator/audit')).body as AuditLog
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['sso.set-up', 'sso.removed']))
  } finally {
    await ops.stop()
  }
})
