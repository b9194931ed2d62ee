import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/open-widget-browser.ts'
import { eventually } from './testing/eventually.ts'
import { account, type HostWindow, type OpenedPage, openPage, type StubWindow } from './testing/open-page.ts'
import { bound, granted, notGranted, refused, type Sites } from './testing/start-sites.ts'

let browser: Browser
let sites: Sites
let close: () => Promise<void>
beforeAll(async () => {
  ;({ browser, sites, close } = await openBrowser())
})
afterAll(() => close())
beforeEach(() => {
  sites.service.speaks = 2
  sites.service.answers = [granted]
  sites.service.requests = []
})

const launch = ({ page }: OpenedPage) =>
  page.evaluate(() => (window as unknown as HostWindow).widget.launch())
const parametersOf = async (opened: OpenedPage) =>
  (await opened.frame()).evaluate(() => (window as unknown as StubWindow).stub.parameters)
const end = async ({ leave, problems }: OpenedPage) => {
  await leave()
  expect(problems).toEqual([])
}
/** Returns the answers to the frame's requests, in the order of their IDs. */
const answersOf = async (opened: OpenedPage, count: number) =>
  (await opened.received(count))
    .filter(({ data }) => 'id' in (data as object))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

describe('v2', () => {
  test('uses only the port for requests and responses after the handshake', async () => {
    const opened = await openPage(browser, sites, { programNo: '100000000001' })
    await launch(opened)
    expect(await opened.event('ready')).toEqual(['ready'])
    const parameters = await parametersOf(opened)
    expect(parameters).toEqual({
      appId: 'M1',
      name: 'A shop',
      chainId: '137',
      programNo: '100000000001',
      lv: '1',
      theme: 'auto',
      origin: sites.host,
      channelId: expect.stringMatching(/^[0-9a-f]{32}$/),
      sysColor: 'light',
      v: '2',
    })
    await opened.toPort({ id: '1', method: 'getUserAccounts' })
    await opened.toPort({ id: '2', method: 'getAccessToken' })
    await opened.toPort({ id: '3', method: 'signMessage', params: { message: 'Hi', account, request: null } })
    await opened.toPort({ id: '4', method: 'delegateTransaction', params: {} })
    await opened.toPort({ id: '5', method: 'constructor', params: {} })
    expect(await answersOf(opened, 6)).toEqual([
      { over: 'port', data: { id: '1', message: 'ok', data: [account] } },
      { over: 'port', data: { id: '2', message: 'ok', data: 'token-1' } },
      { over: 'port', data: { id: '3', message: 'The user rejected the request.' } },
      {
        over: 'port',
        data: { id: '4', message: "This page can't answer: its provider has no delegateTransaction." },
      },
      { over: 'port', data: { id: '5', message: 'This page does not support this request.' } },
    ])
    expect(await opened.page.evaluate(() => (window as unknown as HostWindow).requests)).toEqual([
      ['getUserAccounts'],
      ['getAccessToken'],
      ['signMessage', { message: 'Hi', account, request: null }],
    ])
    await opened.toPort({ event: 'step', name: 'login', index: 2, of: 5, secret: 'no' })
    await opened.toPort({ event: 'error', code: 'login.too-many', text: 'Wait a minute.' })
    expect(await opened.event('step')).toEqual(['step', { name: 'login', index: 2, of: 5 }])
    const errors = async () => (await opened.events()).filter(([name]) => name === 'error')
    await eventually(errors).toEqual([
      ['error', { code: 'provider.signMessage', text: 'The user rejected the request.' }],
      [
        'error',
        { code: 'provider.delegateTransaction', text: expect.stringContaining('has no delegateTransaction') },
      ],
      ['error', { code: 'provider.constructor', text: 'This page does not support this request.' }],
      ['error', { code: 'login.too-many', text: 'Wait a minute.' }],
    ])
    await end(opened)
  })

  test('uses a token from the options only for the first request, and never puts it in an address', async () => {
    const opened = await openPage(browser, sites, { accessToken: 'at-hand' })
    const addresses: string[] = []
    opened.page.on('request', (request) => addresses.push(request.url()))
    await launch(opened)
    await opened.event('ready')
    await opened.toPort({ id: '1', method: 'getAccessToken' })
    await opened.toPort({ id: '2', method: 'getAccessToken' })
    expect((await answersOf(opened, 3)).map(({ data }) => (data as { data: unknown }).data)).toEqual([
      'at-hand',
      'token-1',
    ])
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.filter((address) => address.includes('at-hand'))).toEqual([])
    await end(opened)
  })

  test('repeats the handshake with a reloaded frame', async () => {
    const opened = await openPage(browser, sites)
    await launch(opened)
    await opened.event('ready')
    const frame = await opened.frame()
    await frame.evaluate(() => location.reload())
    await frame.waitForFunction(() => (window as unknown as StubWindow).stub?.received.length === 1)
    await opened.toPort({ id: '1', method: 'getUserAccounts' })
    expect(await answersOf(opened, 2)).toEqual([
      { over: 'port', data: { id: '1', message: 'ok', data: [account] } },
    ])
    await end(opened)
  })

  test('accepts v1 messages from a frame that missed the welcome', async () => {
    sites.service.speaks = 0
    const opened = await openPage(browser, sites)
    await launch(opened)
    const frame = await opened.frame()
    await frame.evaluate(() => {
      const own = window as unknown as StubWindow
      own.welcomeIsLate = true
      own.stub.begin(2)
    })
    await opened.received(1)
    await opened.toPage({ id: '1', method: 'getUserAccounts' })
    expect(await answersOf(opened, 2)).toEqual([
      { over: 'window', data: { id: '1', message: 'ok', data: [account] } },
    ])
    await end(opened)
  })
})

describe('v1', () => {
  test('uses v1 with a frame that supports nothing else', async () => {
    sites.service.speaks = 1
    const opened = await openPage(browser, sites, { accessToken: 'at-hand' })
    await launch(opened)
    await opened.event('ready')
    expect((await parametersOf(opened)).accessToken).toBeUndefined()
    await opened.toPage({ id: '1', method: 'getAccessToken' })
    await opened.toPage({ id: '2', method: 'signMessage', params: {} })
    expect(await answersOf(opened, 2)).toEqual([
      { over: 'window', data: { id: '1', message: 'ok', data: 'at-hand' } },
      { over: 'window', data: { id: '2', message: 'The user rejected the request.' } },
    ])
    await opened.page.emulateMedia({ colorScheme: 'dark' })
    expect((await opened.received(3))[2]).toEqual({
      over: 'window',
      data: { event: 'colorChanged', data: 'dark' },
    })
    await opened.toPage({ event: 'finished', verifiedAddress: account.toLowerCase(), programNo: '' })
    expect(await opened.event('kycFinished')).toEqual([
      'kycFinished',
      { isGrant: true, associatedAccount: account.toLowerCase() },
    ])
    // The frame sends this message when the person leaves it.
    expect(await opened.page.locator('.svc-widget').isVisible()).toBe(false)
    await end(opened)
  })

  test('lets the person return to a frame that was closed', async () => {
    sites.service.speaks = 1
    const opened = await openPage(browser, sites)
    await launch(opened)
    await opened.event('ready')
    await opened.toPage({ event: 'close' })
    await opened.event('close')
    expect(await opened.page.locator('.svc-widget').isVisible()).toBe(false)
    await launch(opened)
    expect(await opened.page.locator('.svc-widget').isVisible()).toBe(true)
    await end(opened)
  })

  test('for protocol 1, uses the v1 address with the token and skips the handshake', async () => {
    const opened = await openPage(browser, sites, { accessToken: 'at-hand', protocol: 1 })
    await launch(opened)
    await opened.event('ready')
    const parameters = await parametersOf(opened)
    expect(parameters).toMatchObject({ accessToken: 'at-hand' })
    expect(parameters).not.toHaveProperty('v')
    await opened.toPage({ id: '1', method: 'getAccessToken' })
    expect((await opened.received(1))[0]?.data).toEqual({ id: '1', message: 'ok', data: 'token-1' })
    await end(opened)
  })
})

describe('the end of the flow', () => {
  const finished = { event: 'finished', verifiedAddress: account, programNo: '100000000009' }

  test('is reported after the service has confirmed the grant, with the account as the page spells it', async () => {
    sites.service.answers = [503, granted]
    const opened = await openPage(browser, sites)
    await launch(opened)
    await opened.event('ready')
    await opened.toPort({ id: '1', method: 'getUserAccounts' })
    await opened.received(2)
    // The frame also posts the KYC results to the hosting page. The widget must not treat that message as a
    // second completion.
    await opened.page.evaluate(() => {
      const own = window as unknown as HostWindow & { results: unknown[] }
      own.results = []
      window.addEventListener('message', ({ data }) => own.results.push(data.kycResults))
    })
    const kycResults = { kycStatus: 'KYC Passed', verifierValues: { age: true } }
    await opened.toPage({ ...finished, verifiedAddress: account.toLowerCase(), kycResults })
    await opened.toPort({ ...finished, verifiedAddress: account.toLowerCase(), kycResults })
    await opened.toPort({ ...finished, verifiedAddress: account.toLowerCase(), kycResults })
    await opened.event('kycFinished')
    expect(await opened.events()).toEqual([
      ['ready'],
      ['kycFinished', { isGrant: true, associatedAccount: account.toLowerCase() }],
    ])
    const check = { appId: 'M1', userAccount: account, programNo: '100000000009' }
    expect(sites.service.requests).toEqual([
      { path: '/api/grant/check_v2', body: check },
      { path: '/api/grant/check_v2', body: check },
    ])
    const results = await opened.page.evaluate(
      () => (window as unknown as HostWindow & { results: unknown[] }).results,
    )
    expect(results).toEqual([kycResults])
    expect(opened.problems.splice(0)).toEqual([expect.stringContaining('503')])
    await end(opened)
  })

  test('does not trust a frame that reports completion if the service has no grant', async () => {
    sites.service.answers = [notGranted]
    const opened = await openPage(browser, sites, { programNo: '100000000001' })
    await launch(opened)
    await opened.event('ready')
    await opened.toPort(finished)
    expect(await opened.event('error')).toEqual([
      'error',
      { code: 'grant.missing', text: 'The frame reported completion, but the service has no grant' },
    ])
    expect((await opened.events()).map(([name]) => name)).toEqual(['ready', 'error'])
    expect(sites.service.requests[0]?.body).toMatchObject({ programNo: '100000000001' })
    await end(opened)
  })

  test('confirms a MeID with the binding check', async () => {
    sites.service.answers = [bound]
    const opened = await openPage(browser, sites, { lv: 'MeID', mode: 'wallet', programNo: '100000000001' })
    await launch(opened)
    await opened.event('ready')
    expect(await parametersOf(opened)).toMatchObject({ lv: '2', mode: '1' })
    await opened.toPort(finished)
    expect(await opened.event('meidFinished')).toEqual([
      'meidFinished',
      { isGrant: true, associatedAccount: account.toLowerCase() },
    ])
    expect(sites.service.requests).toEqual([
      { path: '/appUserGrantMch/queryBindingMeId', body: { mchNo: 'M1', userAccount: account } },
    ])
    await end(opened)
  })

  test('reports no result if the grant cannot be checked', async () => {
    sites.service.answers = [refused]
    const opened = await openPage(browser, sites)
    await launch(opened)
    await opened.event('ready')
    await opened.toPort(finished)
    expect(await opened.event('error')).toEqual([
      'error',
      { code: 'grant.refused', text: expect.stringContaining('appId is unknown') },
    ])
    expect((await opened.events()).map(([name]) => name)).toEqual(['ready', 'error'])
    await end(opened)
  })
})

describe('strangers', () => {
  test('ignores messages from other windows or origins, and malformed ones', async () => {
    const opened = await openPage(browser, sites)
    await launch(opened)
    await opened.event('ready')
    const { channelId = '' } = await parametersOf(opened)
    // The page's own window: right ID, wrong source and origin.
    await opened.page.evaluate((id) => {
      const own = window as unknown as HostWindow
      window.postMessage({ channelId: id, event: 'close' }, '*')
      const forged = { data: { channelId: id, event: 'close' }, source: window }
      window.dispatchEvent(new MessageEvent('message', { ...forged, origin: own.location.origin }))
      window.dispatchEvent(new MessageEvent('message', { data: { channelId: id, event: 'close' } }))
    }, channelId)
    // A second frame of the service: right ID and origin, wrong source.
    await opened.page.evaluate(
      async ([service, id, host]) => {
        const other = document.createElement('iframe')
        other.id = 'other'
        other.src = `${service}/?channelId=${id}&origin=${host}`
        const loaded = new Promise((resolve) => other.addEventListener('load', resolve))
        document.body.append(other)
        await loaded
      },
      [sites.service.origin, channelId, sites.host] as const,
    )
    const other = await (await opened.page.$('#other'))?.contentFrame()
    await other?.evaluate(() => {
      const { stub } = window as unknown as StubWindow
      stub.toPage({ event: 'close' })
      stub.toPage({ id: '1', method: 'getAccessToken' })
    })
    expect(await other?.evaluate(() => (window as unknown as StubWindow).stub.received)).toEqual([])
    // Malformed messages from the right frame, over both transports.
    const malformed = [
      null,
      1,
      'close',
      { event: 'finished' },
      { event: 7 },
      { id: 1, method: 'getAccessToken' },
    ]
    await (await opened.frame()).evaluate((all) => {
      const { stub } = window as unknown as StubWindow
      for (const message of all) {
        parent.postMessage(message, '*')
        stub.toPort(message as object)
      }
      stub.toPage({ channelId: 'another', event: 'close' })
      stub.toPage({ event: 'close' })
    }, malformed)
    // The port preserves the order, so all messages have arrived now.
    await opened.toPort({ event: 'step', name: 'last', index: 1, of: 1 })
    await opened.event('step')
    expect(await opened.events()).toEqual([['ready'], ['step', { name: 'last', index: 1, of: 1 }]])
    expect(await opened.page.evaluate(() => (window as unknown as HostWindow).requests)).toEqual([])
    await end(opened)
  })

  test('does not answer a frame that navigated to another site', async () => {
    const opened = await openPage(browser, sites, {}, { path: '/loose' })
    await launch(opened)
    await opened.event('ready')
    const { channelId = '' } = await parametersOf(opened)
    const frame = await opened.frame()
    await opened.page.evaluate(() => {
      const own = window as unknown as HostWindow & { received: unknown[] }
      own.received = []
      window.addEventListener('message', ({ data }) => own.received.push(data.event))
    })
    // The same window with the right ID, but now from another origin.
    await frame
      .evaluate((address) => {
        location.href = address
      }, `${sites.elsewhere}/?channelId=${channelId}&origin=${sites.host}`)
      .catch(() => undefined)
    await eventually(async () => (await opened.frame()).url()).toContain(sites.elsewhere)
    await opened.toPage({ event: 'close' })
    await opened.page.waitForFunction(
      () =>
        (window as unknown as HostWindow & { received: unknown[] }).received.join() ===
        'hello,prepared,close',
    )
    const gone = await opened.frame()
    expect(await gone.evaluate(() => (window as unknown as StubWindow).stub.received)).toEqual([])
    expect((await opened.events()).map(([name]) => name)).toEqual(['ready'])
    await end(opened)
  })
})
