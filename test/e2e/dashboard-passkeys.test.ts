import type { AuditLog } from '@touchstone/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
let browser: Browser
beforeAll(async () => {
  dashboard = await startDashboard()
  browser = await sharedBrowser()
}, demoTimeout)
afterAll(() => dashboard?.stop())

/** Adds a virtual authenticator, which creates and uses passkeys without a person. */
async function giveDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

test('adds a passkey, signs in with it, can require it, and then rejects a sign-in by code alone', async () => {
  const email = 'keys@example.com'
  await dashboard.cli('member', 'add', dashboard.foreign, email, '--role', 'owner')
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await giveDevice(page)
  await signInByMail(page, dashboard, email)
  await page.goto(`${dashboard.server.url}/dashboard/settings/passkeys`)

  // A member can require passkeys only if they have one, so that they cannot lock themselves out.
  await page.getByLabel('Require members to sign in with a passkey').click()
  await page.getByText(/add a passkey first/).waitFor()

  await page.getByLabel(/Name for the new passkey/).fill('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('cell', { name: 'My laptop' }).waitFor()
  // To add a second passkey, the member must be signed in with the first one.
  await page.getByLabel(/Name for the new passkey/).fill('Another')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText(/sign in with one first/).waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.getByLabel('Require members to sign in with a passkey').click()
  await expect.poll(() => page.getByLabel('Require members to sign in with a passkey').isChecked()).toBe(true)
  await page.goto(`${dashboard.server.url}/dashboard/programs`)
  await page.getByText('No program yet').waitFor()
  const byMail = dashboard.createBrowser()
  await byMail.signIn(email)
  const refused = await byMail.get(`/merchants/${dashboard.foreign}/programs`)
  expect([refused.http, codeOf(refused)]).toEqual([403, 'member.needs-passkey'])
  // A session that was started with a code can neither add a passkey nor remove the member's passkeys.
  const begun = await byMail.post('/passkeys/begin')
  expect([begun.http, codeOf(begun)]).toEqual([400, 'parameter.passkey'])
  const { passkeys } = (await byMail.get('/passkeys')).body as { passkeys: { id: number }[] }
  expect(await byMail.post('/passkeys/remove', { id: passkeys[0]?.id })).toMatchObject({ http: 400 })

  await page.goto(`${dashboard.server.url}/dashboard/settings/passkeys`)
  await page.getByLabel('Require members to sign in with a passkey').click()
  await expect
    .poll(() => page.getByLabel('Require members to sign in with a passkey').isChecked())
    .toBe(false)
  const laptop = page.getByRole('row').filter({ hasText: 'My laptop' })
  await laptop.getByRole('button').click()
  // Removing the passkey ends the sessions that were started with it, including the current session.
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(problems.filter((problem) => !/status of 400/.test(problem))).toEqual([])
  await close()

  // A member who has lost every passkey must be removed and added again.
  const { browser: operator } = await dashboard.member('operator')
  const { members } = (await operator.get(`/merchants/${dashboard.foreign}/members`)).body as {
    members: { memberNo: string; email: string }[]
  }
  await dashboard.member('owner', dashboard.foreign)
  const { memberNo } = members.find((each) => each.email === email) ?? {}
  expect(await operator.post(`/merchants/${dashboard.foreign}/members/remove`, { memberNo })).toMatchObject({
    http: 200,
  })
  await operator.post(`/merchants/${dashboard.foreign}/members`, { email, role: 'viewer' })
  const { entries } = (await operator.get(`/merchants/${dashboard.foreign}/audit`)).body as AuditLog
  for (const action of ['passkey.added', 'passkey.removed', 'passkeys.required', 'session.begun'])
    expect(entries, action).toContainEqual(
      expect.objectContaining({
        ...{ action, actor: 'member', by: email, network: expect.any(String), at: expect.any(String) },
      }),
    )
  await byMail.signIn(email)
  expect((await byMail.get('/passkeys')).body).toEqual({ passkeys: [] })
  expect(await byMail.post('/passkeys/begin')).toMatchObject({ http: 200 })
})

test('rejects a foreign, invalid or replayed passkey response with the same message', async () => {
  const stranger = dashboard.createBrowser()
  const { options } = (await stranger.post('/sign-in/passkey/begin')).body as {
    options: { challenge: string }
  }
  expect(options).not.toHaveProperty('allowCredentials.0')
  const clientData = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge: options.challenge, origin: dashboard.server.url }),
  ).toString('base64url')
  const response = {
    ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON: clientData, authenticatorData: 'AAAA', signature: 'AAAA' },
  }
  for (const each of [response, { id: 'AAAA' }, { ...response, id: '' }]) {
    const answer = await stranger.post('/sign-in/passkey', { response: each })
    expect([answer.http, codeOf(answer)]).toEqual([422, 'passkey.refused'])
  }
  expect(await stranger.post('/sign-in/passkey', {})).toMatchObject({ http: 400 })
})

test('enrols an operator with a link that works once, and ends all of the operator’s sessions', async () => {
  const email = 'new.operator@example.com'
  const added = await dashboard.cli('member', 'add', 'operator', email, '--json')
  const { enrolment } = JSON.parse(added.stdout) as { enrolment: string }
  expect(enrolment).toMatch(/\/dashboard\/enrol#[\w-]{43}$/)
  const { page, problems, close } = await openDashboardPage(browser, dashboard)
  await giveDevice(page)
  await page.goto(`${dashboard.server.url}/dashboard/enrol${new URL(enrolment).hash}`)
  await page.getByLabel(/Name for the new passkey/).fill('Security key')
  await page.getByRole('button', { name: 'Create passkey and sign in' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await page.goto(`${dashboard.server.url}/dashboard/service/merchants`)
  await page.getByRole('heading', { name: 'Reviews of all merchants' }).waitFor()

  const used = await openDashboardPage(browser, dashboard)
  await giveDevice(used.page)
  await used.page.goto(`${dashboard.server.url}/dashboard/enrol${new URL(enrolment).hash}`)
  await used.page.getByLabel(/Name for the new passkey/).fill('Thief')
  await used.page.getByRole('button', { name: 'Create passkey and sign in' }).click()
  await used.page.getByText('This link has expired or has already been used').waitFor()
  await used.close()

  await page.goto(`${dashboard.server.url}/dashboard/settings/sessions`)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(problems).toEqual([])
  await close()
})
