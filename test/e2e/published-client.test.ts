import { silentLogger } from '@touchstone/common'
import { readSettings, runCommand } from '@touchstone/runtime'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLoginWallets } from '../../packages/chain/src/accounts/testing/create-login-wallets.ts'
import { eventually } from '../support/eventually.ts'
import { type KnownPeople, openKnownPeople } from '../support/journeys/known-people.ts'
import { type ClientHost, hostClient } from '../support/published-client/host-client.ts'
import { type ClientVisit, openClient } from '../support/published-client/open-client.ts'
import type { ClientWindow } from '../support/published-client/site.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { testAll } from '../support/test-all.ts'

// Tests our frame with the client that is published on npm: every flow of a site that has changed only the
// URLs. `published-client-wallets.nightly.test.ts` tests the wallet families.

const wallets = await createLoginWallets(7)
let laterMs = 0
const clock = { now: () => Date.now() + laterMs }
let server: TestServer
let smtp: TestSmtp
let host: ClientHost
let known: KnownPeople
beforeAll(async () => {
  smtp = await startSmtp()
  const env = { SMTP_URL: smtp.url, LEDGER_URL: 'off' }
  server = await startTestServer({ engine: 'server', env, clock })
  host = await hostClient()
  known = await openKnownPeople(server, smtp, clock)
  // The timeout includes the creation of the demo, which the first suite of a run starts.
}, 480_000)
afterAll(async () => {
  await known?.close()
  await host?.stop()
  await server?.stop()
  await smtp?.stop()
})

/** A timeout long enough for a complete visit in a browser on a busy machine. */
const visited = { timeout: 360_000 }

async function makeProgram(more: object): Promise<string> {
  const { dataFolder, stores: env } = server
  const program = await runCommand({
    name: 'program create',
    input: {
      mchNo: server.demo.mchNo,
      name: 'Second',
      checks: [],
      rules: {},
      active: true,
      ...more,
    } as never,
    settings: readSettings({ folder: dataFolder, env }),
    logger: silentLogger,
  })
  return (program as { programNo: string }).programNo
}

async function signInByMail(visit: ClientVisit, email: string): Promise<void> {
  // The service sends at most one code per minute.
  laterMs += 61_000
  const count = smtp.mails.filter(({ to }) => to.includes(email)).length + 1
  await visit.page.getByRole('button', { name: 'Verify' }).click()
  // The merchant's users list contains the e-mail address, so the page states it before the login.
  await visit.frame.getByText(/^What .+ sees as soon as you sign in$/).waitFor()
  await visit.frame.getByText('The e-mail address you sign in with').waitFor()
  await visit.press('Agree and continue')
  await visit.sees('Sign in with your e-mail')
  await visit.frame.getByLabel('E-mail address').fill(email)
  await visit.press('Send code')
  await visit.sees('Enter the code from your e-mail')
  await visit.frame.getByLabel('6-digit code').fill(await smtp.code(email, count))
}

/** The person consents and leaves. The client then queries the service and removes the frame. */
async function shareAndLeave(visit: ClientVisit): Promise<void> {
  await visit.sees(/Share the result with/)
  await visit.frame.getByText(/^The e-mail address you signed in with: .+@/).waitFor()
  await visit.press('Agree and share')
  await visit.sees('You are verified')
  expect(await visit.events()).toEqual([])
  await visit.press(/^Continue to/)
  await eventually(() => visit.events()).toHaveLength(2)
  await visit.page.locator('iframe').waitFor({ state: 'detached' })
  expect((await visit.messages()).filter(({ event }) => event === 'finished')).toHaveLength(1)
}

/** Calls the helpers of the client package on the site's page. */
const isGrant = ({ page }: ClientVisit, lv: 'zkKYC' | 'MeID', account: string, programNo: string) =>
  page.evaluate(
    async ([level, appId, user, program, endpoint]) => {
      const { verifyKyc, verifyMeid } = (window as unknown as ClientWindow).helpers
      return level === 'MeID'
        ? await verifyMeid(appId, user, { endpoint })
        : await verifyKyc(appId, user, { endpoint, programNo: program })
    },
    [lv, server.demo.mchNo, account, programNo, server.url] as const,
  )

test(
  'KYC: reports the events and supports all helpers, including the deprecated helper',
  visited,
  async () => {
    const email = 'kyc@example.com'
    const account = privateKeyToAccount(generatePrivateKey()).address
    const programNo = await makeProgram({ kind: 'KYC' })
    const first = await makeProgram({ kind: 'KYC' })
    await known.meet({ programNo: first, kind: 'KYC', account, by: { email } })
    const visit = await openClient({ host, server, account, lv: 'zkKYC', programNo })
    expect(await isGrant(visit, 'zkKYC', account, programNo)).toMatchObject({
      isGrant: false,
      verifyTime: null,
    })
    await signInByMail(visit, email)
    await shareAndLeave(visit)
    const [[, results], finished] = (await visit.events()) as [[string, Record<string, unknown>], unknown[]]
    const associatedAccount = account.toLowerCase()
    expect(results).toMatchObject({ isGrant: true, status: 'matching', associatedAccount, programNo })
    expect(Date.parse(String(results.verifyTimeAsIso))).toBe(results.verifyTime)
    expect(finished).toEqual(['finished', associatedAccount, 'matching'])
    expect(await isGrant(visit, 'zkKYC', account, programNo)).toMatchObject({ isGrant: true, programNo })

    // The client calls two fixed hosts, which the test routes to our server.
    await visit.page.route(/^https:\/\/(popupapi|nest-api)\.zk\.me\//, async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${server.url}${pathname}` }) })
    })
    const answers = await visit.page.evaluate(
      async ([appId, user, program]) => {
        const { verify } = (window as unknown as ClientWindow).helpers
        return [await verify(appId, user, program), await verify(appId, user, undefined, 'MeID')]
      },
      [server.demo.mchNo, account, programNo] as const,
    )
    expect(answers).toEqual([true, false])
    await visit.close()
  },
)

if (testAll)
  test('MeID by email: closes automatically, without user input, after a countdown', visited, async () => {
    const by = { email: 'meid@example.com' }
    const account = 'customer 42'
    await known.meet({ programNo: server.demo.meidProgramNo, kind: 'MeID', account, by })
    const programNo = await makeProgram({ kind: 'MeID' })
    const visit = await openClient({ host, server, account, lv: 'MeID', programNo })
    expect(await isGrant(visit, 'MeID', 'customer 43', programNo)).toEqual({ isGrant: false })
    await signInByMail(visit, by.email)
    await visit.sees(/Share the result with/)
    await visit.press('Agree and share')
    await visit.sees('You are verified')
    await visit.frame.getByText(/Returning to .+ in \d seconds?/).waitFor()
    const meid = { isGrant: true, associatedAccount: account }
    await eventually(() => visit.events()).toEqual([
      ['meidFinished', meid],
      ['finished', account, undefined],
    ])
    await visit.page.locator('iframe').waitFor({ state: 'detached' })
    expect(await isGrant(visit, 'MeID', account, programNo)).toEqual({ isGrant: true })
    await visit.close()
  })

if (testAll)
  test('MeID by wallet', visited, async () => {
    const wallet = privateKeyToAccount(generatePrivateKey())
    const account = wallet.address
    await known.meet({ programNo: server.demo.meidProgramNo, kind: 'MeID', account, by: { wallet } })
    const programNo = await makeProgram({ kind: 'MeID' })
    const provider = { signMessage: (message: string) => wallet.signMessage({ message }) }
    const visit = await openClient({ host, server, account, lv: 'MeID', mode: 'wallet', programNo, provider })
    await visit.page.getByRole('button', { name: 'Verify' }).click()
    await visit.press('Agree and continue')
    await visit.press('Sign with your wallet')
    await shareAndLeave(visit)
    expect(visit.requests).toEqual([{ method: 'signMessage', params: expect.stringContaining(account) }])
    const associatedAccount = account.toLowerCase()
    expect((await visit.events())[0]).toEqual(['meidFinished', { isGrant: true, associatedAccount }])
    await visit.close()
  })

const mixedCase = [
  ['Solana', 'solana'],
  ['TON', 'ton'],
] as const
test.each(testAll ? mixedCase : mixedCase.slice(0, 1))(
  'finds a case-sensitive account of %s with the client’s own check',
  visited,
  async (_, chain) => {
    const { address: account } = wallets.find(({ chainId }) => chainId === chain) ?? { address: '' }
    const email = `${chain}@example.com`
    const first = await makeProgram({ kind: 'KYC' })
    await known.meet({ programNo: first, kind: 'KYC', account, chainId: chain, by: { email } })
    const programNo = await makeProgram({ kind: 'KYC' })
    const visit = await openClient({ host, server, account, lv: 'zkKYC', programNo, chain })
    await signInByMail(visit, email)
    await shareAndLeave(visit)
    const associatedAccount = account.toLowerCase()
    expect(associatedAccount).not.toBe(account)
    expect((await visit.events())[0]).toMatchObject(['kycFinished', { isGrant: true, associatedAccount }])
    for (const spelled of [account, associatedAccount])
      expect(await isGrant(visit, 'zkKYC', spelled, programNo)).toMatchObject({ isGrant: true })
    await visit.close()
  },
)

test('close and relaunch: shows the same frame in the same state', visited, async () => {
  const account = privateKeyToAccount(generatePrivateKey()).address
  const visit = await openClient({ host, server, account, lv: 'zkKYC', programNo: server.demo.programNo })
  await visit.page.getByRole('button', { name: 'Verify' }).click()
  await visit.press('Agree and continue')
  await visit.sees('Sign in with your e-mail')
  await visit.frame.getByLabel('E-mail address').fill('ada@example.com')
  await visit.press('Close the verification')
  await visit.frame.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await eventually(() => visit.events()).toEqual([['close']])
  await visit.page.locator('iframe').waitFor({ state: 'hidden' })
  await visit.page.getByRole('button', { name: 'Verify' }).click()
  await visit.sees('Sign in with your e-mail')
  expect(await visit.frame.getByLabel('E-mail address').inputValue()).toBe('ada@example.com')
  // If the frame gets a new URL, it resumes its session.
  await visit.page.evaluate(() => (window as unknown as ClientWindow).widget.relaunch('of no use'))
  await eventually(() => visit.frame.getByLabel('E-mail address').inputValue()).toBe('')
  // After the frame has been destroyed, it is created again.
  await visit.page.evaluate(() => (window as unknown as ClientWindow).widget.destroy())
  await visit.page.locator('iframe').waitFor({ state: 'detached' })
  await visit.page.getByRole('button', { name: 'Verify' }).click()
  await visit.sees('Sign in with your e-mail')
  expect((await visit.messages()).filter(({ event }) => event === 'finished')).toEqual([])
  await visit.close()
})

test('chain switch: reloads the frame for the new chain and asks for consent again', visited, async () => {
  const account = privateKeyToAccount(generatePrivateKey()).address
  const visit = await openClient({ host, server, account, lv: 'zkKYC', programNo: server.demo.programNo })
  await visit.page.getByRole('button', { name: 'Verify' }).click()
  await visit.frame.getByText('on Polygon').waitFor()
  await visit.page.evaluate(() => (window as unknown as ClientWindow).widget.switchChain('0x2105'))
  await visit.frame.getByText('on Base').waitFor()
  await visit.press('Agree and continue')
  await visit.sees('Sign in with your e-mail')
  await visit.close()
})
