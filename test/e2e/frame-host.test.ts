import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Download, FrameLocator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPages } from '../../scripts/build-pages.mjs'
import { fixtureViews } from '../support/frame-fixtures/fixture-views.ts'
import { frameAddress } from '../support/frame-fixtures/frame-address.ts'
import {
  type FixtureServer,
  refusal,
  startFixtureServer,
} from '../support/frame-fixtures/start-fixture-server.ts'
import {
  embed,
  type HostPage,
  messagesOver,
  sendOverPort,
  startHostPage,
} from '../support/frame-fixtures/start-host-page.ts'
import { sharedBrowser } from '../support/shared-browser.ts'

let browser: Browser
/**
 * All tests use one context, so that loaded and compiled scripts remain cached. Each test opens its own
 * window.
 */
let context: BrowserContext
let server: FixtureServer
let host: HostPage
let page: Page
let frame: FrameLocator
beforeAll(async () => {
  await buildPages()
  server = await startFixtureServer(fixtureViews(Date.now()))
  host = await startHostPage()
  browser = await sharedBrowser()
  context = await browser.newContext()
})
afterAll(async () => {
  await context?.close()
  await host?.stop()
  await server?.stop()
})
beforeEach(async () => {
  server.calls.length = 0
  server.cut = false
  server.answer = () => undefined
  page = await context.newPage()
  frame = page.frameLocator('iframe')
})
afterEach(() => page.close())

/** Polls an expectation with a timeout that is long enough for a busy machine. */
const eventually = <Value>(ask: () => Value) => expect.poll(ask, { timeout: 180_000 })
const title = (text: string) => frame.getByRole('heading', { level: 1, name: text })
const press = (name: string | RegExp) => frame.getByRole('button', { name }).click()
const events = async (over: 'window' | 'port') =>
  (await messagesOver(page, over)).map((message) => message.event ?? message.method)
const callsTo = (path: string) => server.calls.filter((call) => call.path === path)
const address = (token: string | undefined, other: Record<string, string | undefined> = {}) =>
  frameAddress(server.url, token, { origin: host.origin, ...other })
const openHost = async (version: 1 | 2 = 1) => page.goto(`${host.origin}/${version === 2 ? '?v2' : ''}`)

describe('v1', () => {
  test('renders, hides the token, requests the accounts, creates a wallet, and closes after confirmation', async () => {
    await openHost()
    await embed(page, address('authorize-unnamed'), {
      getUserAccounts: { data: ['0xAbC0000000000000000000000000000000000001'] },
    })
    await title('Northwind Exchange asks you to verify your identity').waitFor()
    await frame.getByText('0xAbC000…000001').waitFor()
    expect(await events('window')).toEqual(['prepared', 'getUserAccounts'])
    expect(page.frames()[1]?.url()).not.toContain('accessToken')
    await press('Agree and continue')
    await eventually(() => callsTo('/authorize').length).toBe(1)
    expect(JSON.parse(callsTo('/authorize')[0]?.body ?? '')).toEqual({
      account: '0xAbC0000000000000000000000000000000000001',
      ssiWallet: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      commitment: expect.stringMatching(/^[0-9]{60,78}$/),
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
    })
    await press('Close the verification')
    await frame.getByRole('dialog').waitFor()
    await frame.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await eventually(() => events('window')).toEqual(['prepared', 'getUserAccounts', 'close'])
    expect(await page.evaluate('window.host.origins')).toEqual([server.url, server.url, server.url])
  })

  test("keeps the device's wallet for the next visit", async () => {
    const origin = host.sisterOrigin
    for (const times of [1, 2]) {
      await page.goto(origin)
      await embed(page, address('authorize', { origin }), { getUserAccounts: { data: ['a@example.com'] } })
      await press('Agree and continue')
      await eventually(() => callsTo('/authorize').length).toBe(times)
    }
    const [first, second] = callsTo('/authorize').map(({ body }) => JSON.parse(body) as { ssiWallet: string })
    expect(first?.ssiWallet).toMatch(/^0x/)
    expect(second?.ssiWallet).toBe(first?.ssiWallet)
  })

  test('neither sends messages to nor accepts messages from a page with an undeclared origin', async () => {
    await openHost()
    await embed(page, address('authorize-unnamed', { origin: 'https://other.example' }), {
      getUserAccounts: { data: ['a'] },
    })
    await title('Northwind Exchange asks you to verify your identity').waitFor()
    await page.evaluate((to) => {
      const frames = document.querySelector('iframe')?.contentWindow
      frames?.postMessage({ event: 'colorChanged', data: 'dark' }, to)
    }, server.url)
    await frame.getByText('Asking the site for your account').waitFor()
    expect(await messagesOver(page, 'window')).toEqual([])
    expect(await frame.locator('html').getAttribute('data-theme')).toBeNull()
  })

  test('follows the colours of the host page', async () => {
    await openHost()
    await embed(page, address('login-email', { sysColor: 'dark' }), {})
    await title('Sign in with your e-mail').waitFor()
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.evaluate((to) => {
      const frames = document.querySelector('iframe')?.contentWindow
      frames?.postMessage({ event: 'colorChanged', data: 'light' }, to)
    }, server.url)
    await eventually(() => frame.locator('html').getAttribute('data-theme')).toBe('light')
  })
})

describe('v2', () => {
  const v2 = { v: '2' }

  test('sends all messages through the port: token, steps, chain and closing', async () => {
    await openHost(2)
    await embed(page, address(undefined, v2), { getAccessToken: { data: 'login-email' } })
    await title('Sign in with your e-mail').waitFor()
    expect(await events('window')).toEqual(['hello', 'prepared'])
    expect(await messagesOver(page, 'port')).toEqual([
      expect.objectContaining({ method: 'getAccessToken' }),
      { event: 'ready' },
      { event: 'step', name: 'login', index: 2, of: 9 },
    ])
    await sendOverPort(page, { event: 'chainChanged', data: '0x1' })
    await eventually(() => callsTo('/chain').map(({ body }) => body)).toEqual(['{"chainId":"1"}'])
    await sendOverPort(page, { event: 'closing' })
    await frame.getByRole('dialog').waitFor()
    await frame.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await expect
      .poll(async () => (await messagesOver(page, 'port')).at(-1))
      .toEqual({ event: 'closingAnswer', close: false })
    await frame.locator('input').press('Escape')
    await frame.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await eventually(async () => (await messagesOver(page, 'port')).at(-1)).toEqual({ event: 'close' })
    expect(await events('window')).toEqual(['hello', 'prepared'])
  })

  test('also sends KYC results to the window', async () => {
    await openHost(2)
    await embed(page, address(undefined, v2), { getAccessToken: { data: 'done' } })
    await title('You are verified').waitFor()
    await eventually(() => events('window')).toEqual(['hello', 'prepared', 'finished'])
    expect((await messagesOver(page, 'port')).at(-1)).toMatchObject({
      event: 'finished',
      programNo: '202611150001',
    })
  })

  test('uses v1 with a host page that supports only v1', async () => {
    await openHost(1)
    await embed(page, address(undefined, v2), { getAccessToken: { data: 'login-email' } })
    await title('Sign in with your e-mail').waitFor()
    expect(await events('window')).toEqual(['hello', 'prepared', 'getAccessToken'])
  })
})

describe('the session', () => {
  test('requests a new token only once after expiry, then shows an error', async () => {
    await openHost()
    const turns = [
      { data: 'refuse:token.expired' },
      { data: 'refuse:token.expired' },
      { data: 'login-email' },
    ]
    await embed(page, address(undefined), { getAccessToken: { turns } })
    await title('This took a little too long').waitFor()
    expect(callsTo('/session')).toHaveLength(2)
    await press('Try again')
    await title('Sign in with your e-mail').waitFor()
  })

  test('restarts with the new account if the person chooses another account', async () => {
    await openHost()
    const turns = [{ data: 'failed-existing-faceprint' }, { data: 'login-email' }]
    await embed(page, address(undefined), { getAccessToken: { turns } })
    await press('Sign in with a different account')
    await title('Sign in with your e-mail').waitFor()
    expect(callsTo('/session').map(({ body }) => JSON.parse(body).accessToken)).toEqual([
      'failed-existing-faceprint',
      'login-email',
    ])
    expect(callsTo('/retry')).toEqual([])
  })

  test('resumes the same session after a reload', async () => {
    await page.goto(frameAddress(server.url, 'location'))
    await page.getByRole('heading', { name: 'Share your location' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Share your location' }).waitFor()
    expect(callsTo('/session')).toHaveLength(1)
    expect(callsTo('/view').map(({ bearer }) => bearer)).toEqual(['location'])
  })

  test('resumes a session for the same person, but not for the next person on the same page', async () => {
    const origin = host.sisterOrigin
    for (const [account, opened] of [
      ['a@example.com', 1],
      ['a@example.com', 1],
      ['b@example.com', 2],
    ] as const) {
      await page.goto(origin)
      await embed(page, address('authorize-unnamed', { origin }), { getUserAccounts: { data: [account] } })
      await title('Northwind Exchange asks you to verify your identity').waitFor()
      expect(callsTo('/session')).toHaveLength(opened)
      const before = callsTo('/authorize').length
      await press('Agree and continue')
      await eventually(() => callsTo('/authorize').length).toBe(before + 1)
    }
  })

  test('sends the pending call once a lost connection is restored', async () => {
    await page.goto(frameAddress(server.url, 'login-email'))
    await page.getByLabel('E-mail address').fill('ada@example.com')
    server.cut = true
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    server.cut = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Sign in with your e-mail' }).waitFor()
    expect(callsTo('/login/email').map(({ body }) => body)).toEqual(['{"email":"ada@example.com"}'])
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('ada@example.com')
  })

  test('sends a pasted code immediately, and reports and clears a wrong code', async () => {
    server.answer = ({ path }) => (path === '/login/code' ? refusal(422, 'login.code-wrong') : undefined)
    await page.goto(frameAddress(server.url, 'login-code'))
    const input = page.getByLabel('6-digit code')
    await input.fill('123 456')
    await page.getByText('This code is not correct').waitFor()
    expect(callsTo('/login/code').map(({ body }) => body)).toEqual(['{"code":"123456"}'])
    expect(await input.inputValue()).toBe('')
  })

  test.each([1, 2] as const)(
    'passes the signature request to the page (v%i) and the page’s answer to the server',
    async (version) => {
      const request = { family: 'aptos', message: 'sign me', nonce: 'n', fullMessage: 'APTOS' }
      server.answer = ({ path }) =>
        path === '/login/wallet'
          ? { status: 200, content: { view: fixtureViews(0)['login-wallet'], id: 'i-1', request } }
          : undefined
      await openHost(version)
      const data = { publicKey: '0x01', signature: '0x02' }
      const over = version === 2 ? 'port' : 'window'
      const v2 = version === 2 ? { v: '2' } : {}
      await embed(page, address('login-wallet', v2), { signMessage: { data } })
      await press('Sign with your wallet')
      await eventually(() => callsTo('/login/answer').length).toBe(1)
      expect(JSON.parse(callsTo('/login/answer')[0]?.body ?? '')).toEqual({
        id: 'i-1',
        answer: { family: 'aptos', ...data },
      })
      const signing = (await messagesOver(page, over)).find(({ method }) => method === 'signMessage')
      expect(signing?.params).toEqual(
        version === 2
          ? { message: 'sign me', account: expect.any(String), request }
          : { message: 'sign me', nonce: 'n' },
      )
    },
  )

  test('receives the statement from the provider’s window and closes the window', async () => {
    server.answer = ({ path }) =>
      path === '/investor'
        ? {
            status: 200,
            content: { view: fixtureViews(0).investor, url: `${server.url}/provider-return#statement=a.b.c` },
          }
        : undefined
    await openHost()
    await embed(page, address('investor'), {})
    const popup = page.waitForEvent('popup')
    await press('Continue with Meridian Records')
    const opened = await popup
    await expect
      .poll(() => callsTo('/investor/statement').map(({ body }) => body))
      .toEqual(['{"statement":"a.b.c"}'])
    await eventually(() => opened.isClosed()).toBe(true)
  })

  test('removes the scanned code from the phone’s URL and shows the digits', async () => {
    await page.goto(`${server.url}/phone#0123456789abcdef`)
    await page.getByRole('button', { name: 'I started it, continue' }).click()
    await page.getByRole('heading', { name: 'Compare these digits' }).waitFor()
    expect(JSON.parse(callsTo('/hand-off/claim')[0]?.body ?? '')).toEqual({ code: '0123456789abcdef' })
    expect(page.url()).toBe(`${server.url}/phone`)
  })
})

describe('the person’s own data', () => {
  test('restores a saved wallet on another device, and rejects a wrong wallet', {
    // The passphrase is hashed three times here, with a deliberately slow function.
    timeout: 360_000,
  }, async () => {
    const origin = host.sisterOrigin
    await page.goto(origin)
    await embed(page, address('authorize', { origin }), { getUserAccounts: { data: ['a@example.com'] } })
    await press('Agree and continue')
    await eventually(() => callsTo('/authorize').length).toBe(1)
    const { ssiWallet, commitment } = JSON.parse(callsTo('/authorize')[0]?.body ?? '') as Record<
      string,
      string
    >
    await page.goto(origin)
    await embed(page, address('done', { origin, programNo: '202611150002' }), {})
    await press('Save a copy')
    await frame.getByLabel('Passphrase, at least 10 characters').fill('correct horse battery')
    await frame.getByLabel('Repeat the passphrase').fill('correct horse battery')
    const download = page.waitForEvent('download', { timeout: 360_000 })
    await press('Save the file')
    const file = {
      name: 'wallet.json',
      mimeType: 'application/json',
      buffer: await contentOf(await download),
    }

    const other = await browser.newPage()
    const missing = fixtureViews(0)['wallet-missing']
    const asking = { ...missing, step: { name: 'wallet-missing', commitment, face: true } }
    server.answer = ({ path }) =>
      path === '/session' ? { status: 200, content: { view: asking, session: 'login-email' } } : undefined
    await other.goto(frameAddress(server.url, 'wallet-missing'))
    await other.locator('input[type=file]').setInputFiles(file)
    await other.getByLabel('File passphrase').fill('wrong passphrase')
    await other.getByRole('button', { name: 'Open the file' }).click()
    await other.getByText('can’t be opened with this passphrase').waitFor({ timeout: 360_000 })
    await other.getByLabel('File passphrase').fill('correct horse battery')
    await other.getByRole('button', { name: 'Open the file' }).click()
    await eventually(() => callsTo('/device').map(({ body }) => JSON.parse(body))).toEqual([
      { ssiWallet, commitment, signature: expect.stringMatching(/^0x/) },
    ])
    await other.close()
  })

  test('stops sharing with a site after confirmation, and notifies the merchant', async () => {
    await page.goto(frameAddress(server.url, 'done'))
    await page.getByRole('button', { name: 'Your data' }).click()
    await page.getByRole('button', { name: 'Stop sharing with Northwind Exchange' }).click()
    expect(callsTo('/withdraw')).toHaveLength(0)
    const { withdrawn } = fixtureViews(0)
    server.answer = ({ path }) =>
      path === '/withdraw' ? { status: 200, content: { view: withdrawn } } : undefined
    await page.getByRole('button', { name: 'Stop sharing', exact: true }).click()
    await page.getByRole('heading', { name: 'Northwind Exchange no longer sees your result' }).waitFor()
    await page.getByRole('button', { name: 'Your data' }).click()
    await page.getByRole('button', { name: 'Delete my data' }).waitFor()
    expect(await page.getByRole('button', { name: /Stop sharing/ }).count()).toBe(0)
  })

  test('deletes the person after a confirmation, and shows a receipt', async () => {
    await page.goto(frameAddress(server.url, 'login-email'))
    await page.getByRole('button', { name: 'Your data' }).click()
    await page.getByRole('button', { name: 'Delete my data' }).click()
    expect(callsTo('/forget')).toHaveLength(0)
    const { forgotten } = fixtureViews(0)
    server.answer = ({ path }) =>
      path === '/forget' ? { status: 200, content: { view: forgotten } } : undefined
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('heading', { name: 'Your data has been deleted' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the receipt' }).click()
    const receipt: unknown = JSON.parse(String(await contentOf(await download)))
    expect(receipt).toMatchObject({ receiptId: 'rcp_7f3c2a91d0', complete: true })
  })
})

async function contentOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path())
}
