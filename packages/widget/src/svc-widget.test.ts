import { expect, test } from 'vitest'
import * as widget from './index.ts'

// This file runs in plain Node: that it can import and make a widget is a test of its own.
const provider: widget.Provider = {
  getAccessToken: async () => 'token',
  getUserAccounts: async () => ['account'],
}
const make = (...given: unknown[]) => {
  const standard = ['M1', 'A shop', '137', provider, { lv: 'zkKYC' }]
  const [appId, name, chainId, from, options] = standard.map((value, index) =>
    index in given ? given[index] : value,
  )
  return new widget.SvcWidget(
    appId as string,
    name as string,
    chainId as string,
    from as widget.Provider,
    options as widget.WidgetOptions,
  )
}
const withOptions = (options: object) => () =>
  make('M1', 'A shop', '137', provider, { lv: 'zkKYC', ...options })

test('the package exports what the service promises, and nothing else', () => {
  expect(Object.keys(widget).sort()).toEqual([
    'SvcWidget',
    'verifyKycWithSvcServices',
    'verifyMeidWithSvcServices',
  ])
  expect(Object.getOwnPropertyNames(widget.SvcWidget.prototype).sort()).toEqual([
    'constructor',
    'destroy',
    'hide',
    'launch',
    'on',
    'switchChain',
  ])
})

test('on a server a widget can be imported and made; only its launch needs a browser', () => {
  expect('window' in globalThis).toBe(false)
  const made = make()
  made.hide()
  made.switchChain('8453')
  expect(() => made.launch()).toThrow('launch() works in a browser only')
  made.destroy()
  made.destroy()
  expect(() => made.launch()).toThrow('This widget was destroyed: make a new one')
})

test.each([
  [
    'appId',
    () => make(''),
    "appId has to be the application id of your dashboard (mchNo), as 'M0000…' (got: nothing)",
  ],
  ['appId missing', () => make(undefined), 'appId has to be'],
  [
    'appName',
    () => make('M1', 7),
    "appName has to be your application's name, as users know it (got: number)",
  ],
  [
    'chainId',
    () => make('M1', 'A shop', 137),
    "chainId has to be the id of a chain as a string, as '137' (got: number)",
  ],
  [
    'provider',
    () => make('M1', 'A shop', '137', null),
    'provider has to be an object with the functions getAccessToken and getUserAccounts (got: null)',
  ],
  [
    'a method missing',
    () => make('M1', 'A shop', '137', { getUserAccounts: () => [] }),
    'provider.getAccessToken has to be an async function that returns an access token (got: undefined)',
  ],
  [
    'a method of another kind',
    () => make('M1', 'A shop', '137', { ...provider, signMessage: 'yes' }),
    'provider.signMessage has to be an async function, or left out',
  ],
  [
    'options',
    () => make('M1', 'A shop', '137', provider, undefined),
    "options has to be an object, as { lv: 'zkKYC' } (got: undefined)",
  ],
  ['lv', withOptions({ lv: 'kyc' }), "options.lv has to be 'zkKYC' or 'MeID' (got: string)"],
  ['theme', withOptions({ theme: 'blue' }), "options.theme has to be 'auto' or 'light' or 'dark'"],
  ['mode', withOptions({ mode: 'phone' }), "options.mode has to be 'email' or 'wallet'"],
  [
    'wallet with KYC',
    withOptions({ mode: 'wallet' }),
    "options.mode 'wallet' goes with options.lv 'MeID' only",
  ],
  ['locale', withOptions({ locale: 'fr' }), "options.locale has to be 'en' or 'zh-hk'"],
  [
    'programNo',
    withOptions({ programNo: 12 }),
    'options.programNo has to be a string of twelve digits (got: number)',
  ],
  [
    'endpoint',
    withOptions({ endpoint: 'verify.example.com' }),
    "options.endpoint has to be an origin, as 'https://verify.example.com'",
  ],
  [
    'endpoint with a path',
    withOptions({ endpoint: 'https://example.com/frame' }),
    'options.endpoint has to be an origin',
  ],
  [
    'endpoint of another kind',
    withOptions({ endpoint: 'javascript:alert(1)' }),
    'options.endpoint has to be an origin',
  ],
  ['api endpoint', withOptions({ kycApiEndpoint: 3 }), 'options.kycApiEndpoint has to be an address'],
  [
    'container',
    withOptions({ rootContainer: {} }),
    'options.rootContainer has to be an element of the page or a selector',
  ],
  ['protocol', withOptions({ protocol: 3 }), 'options.protocol has to be 1, or left out for the newest'],
  ['event', () => make().on('finished' as never, () => undefined), "event has to be 'meidFinished' or"],
  ['callback', () => make().on('close', 'x' as never), 'callback has to be a function (got: string)'],
])('a wrong argument is named, and how it should look: %s', (_, act, text) => {
  expect(act).toThrow(TypeError)
  expect(act).toThrow(text)
})

test('switchChain belongs to the KYC flow', () => {
  const told: unknown[] = []
  const made = make('M1', 'A shop', '137', provider, { lv: 'MeID' })
  made.on('error', (error) => told.push(error))
  made.switchChain('1')
  expect(told).toEqual([{ code: 'switch-chain.kyc-only', text: expect.stringContaining('KYC flow') }])
  expect(() => made.switchChain(1 as never)).toThrow(TypeError)
})
