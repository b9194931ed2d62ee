import { expect, test } from 'vitest'
import * as widget from './index.ts'

// Runs in plain Node, to test that the module can be imported and a widget created outside a browser.
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

test('exports only the documented names', () => {
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

test('can be imported and created on a server, but launches only in a browser', () => {
  expect('window' in globalThis).toBe(false)
  const made = make()
  made.hide()
  made.switchChain('8453')
  expect(() => made.launch()).toThrow('launch() works only in a browser')
  made.destroy()
  made.destroy()
  expect(() => made.launch()).toThrow('This widget was destroyed. Create a new one')
})

test.each([
  [
    'appId',
    () => make(''),
    "appId must be the application ID from your dashboard (mchNo), such as 'M0000…' (got: nothing)",
  ],
  ['appId missing', () => make(undefined), 'appId must be'],
  ['appName', () => make('M1', 7), 'appName must be the name of your application (got: number)'],
  [
    'chainId',
    () => make('M1', 'A shop', 137),
    "chainId must be a chain ID as a string, such as '137' (got: number)",
  ],
  [
    'provider',
    () => make('M1', 'A shop', '137', null),
    'provider must be an object with the functions getAccessToken and getUserAccounts (got: null)',
  ],
  [
    'a method missing',
    () => make('M1', 'A shop', '137', { getUserAccounts: () => [] }),
    'provider.getAccessToken must be an async function that returns an access token (got: undefined)',
  ],
  [
    'a method that is not a function',
    () => make('M1', 'A shop', '137', { ...provider, signMessage: 'yes' }),
    'provider.signMessage must be an async function, or omitted',
  ],
  [
    'options',
    () => make('M1', 'A shop', '137', provider, undefined),
    "options must be an object, such as { lv: 'zkKYC' } (got: undefined)",
  ],
  ['lv', withOptions({ lv: 'kyc' }), "options.lv must be 'zkKYC' or 'MeID' (got: string)"],
  ['theme', withOptions({ theme: 'blue' }), "options.theme must be 'auto' or 'light' or 'dark'"],
  ['mode', withOptions({ mode: 'phone' }), "options.mode must be 'email' or 'wallet'"],
  ['wallet with KYC', withOptions({ mode: 'wallet' }), "options.mode 'wallet' requires options.lv 'MeID'"],
  ['locale', withOptions({ locale: 'fr' }), "options.locale must be 'en' or 'zh-hk'"],
  [
    'programNo',
    withOptions({ programNo: 12 }),
    'options.programNo must be a string of twelve digits (got: number)',
  ],
  [
    'endpoint',
    withOptions({ endpoint: 'verify.example.com' }),
    "options.endpoint must be an origin, such as 'https://verify.example.com'",
  ],
  [
    'endpoint with a path',
    withOptions({ endpoint: 'https://example.com/frame' }),
    'options.endpoint must be an origin',
  ],
  [
    'endpoint of another kind',
    withOptions({ endpoint: 'javascript:alert(1)' }),
    'options.endpoint must be an origin',
  ],
  ['api endpoint', withOptions({ kycApiEndpoint: 3 }), 'options.kycApiEndpoint must be an address'],
  [
    'container',
    withOptions({ rootContainer: {} }),
    'options.rootContainer must be an element of the page or a selector',
  ],
  ['protocol', withOptions({ protocol: 3 }), 'options.protocol must be 1, or omitted for the newest version'],
  ['event', () => make().on('finished' as never, () => undefined), "event must be 'meidFinished' or"],
  ['callback', () => make().on('close', 'x' as never), 'callback must be a function (got: string)'],
])('names a wrong argument and its expected form: %s', (_, act, text) => {
  expect(act).toThrow(TypeError)
  expect(act).toThrow(text)
})

test('reports an error if switchChain() is called in the MeID flow', () => {
  const errors: unknown[] = []
  const made = make('M1', 'A shop', '137', provider, { lv: 'MeID' })
  made.on('error', (error) => errors.push(error))
  made.switchChain('1')
  expect(errors).toEqual([{ code: 'switch-chain.kyc-only', text: expect.stringContaining('KYC flow') }])
  expect(() => made.switchChain(1 as never)).toThrow(TypeError)
})
