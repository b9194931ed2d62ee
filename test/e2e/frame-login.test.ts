import { openSsiWallet, signChallenge } from '@touchstone/credential/holder'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'

let server: TestServer
let smtp: TestSmtp
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Verify <verify@shop.example>', LEDGER_URL: 'off' },
  })
  // The timeout includes the creation of the demo, which the first suite of a run starts.
}, 480_000)
afterAll(async () => {
  await server?.stop()
  await smtp?.stop()
})

type Answer = {
  http: number
  headers: Headers
  body: {
    session?: string
    id?: string
    url?: string
    request?: { message: string }
    view?: {
      version: string
      stage: string
      login?: string
      handOff?: object
      deviceChallenge: string
      step: { name: string }
    }
    error?: { code: string; message: string; remedy: string; retryable: boolean }
  }
}

async function call(path: string, body?: unknown, session?: string): Promise<Answer> {
  for (;;) {
    const response = await fetch(`${server.url}/frame/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(session !== undefined && { authorization: `Bearer ${session}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Answer['body']
    const { status: http, headers } = response
    if (answer.error?.code !== 'rate-limit') return { http, headers, body: answer }
    // All tests share one address, which can open only a limited number of pages per second. If the limit
    // applies, waits for the period stated in the response.
    await new Promise((resolve) => setTimeout(resolve, Number(headers.get('retry-after')) * 1000))
  }
}

async function accessToken(mode: 'email' | 'wallet'): Promise<string> {
  const { mchNo, apiKey } = server.demo
  const response = await fetch(`${server.url}/api/token/get`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey, appId: mchNo, apiModePermission: mode === 'wallet' ? 1 : 0, lv: 2 }),
  })
  const { data } = (await response.json()) as { data: { accessToken: string } }
  return data.accessToken
}

async function open(more: object = {}, mode: 'email' | 'wallet' = 'email'): Promise<Answer> {
  return await call('/session', {
    accessToken: await accessToken(mode),
    appId: server.demo.mchNo,
    lv: 1,
    chainId: '137',
    origin: 'http://localhost:3000',
    checkAddress: false,
    locale: 'en',
    ...more,
  })
}

const wallet = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const ssi = await openSsiWallet(Buffer.alloc(32, 7))

async function openAndAuthorize(more: object = {}, mode: 'email' | 'wallet' = 'email'): Promise<string> {
  const { body } = await open(more, mode)
  expect(body.error).toBeUndefined()
  const session = body.session ?? ''
  await call('/accounts', { accounts: [wallet.address] }, session)
  const signature = await signChallenge(ssi, body.view?.deviceChallenge ?? '')
  const device = { ssiWallet: ssi.address, commitment: ssi.commitment, signature }
  const { http } = await call('/authorize', { account: wallet.address, ...device }, session)
  expect(http).toBe(200)
  return session
}

async function logIn(email: string, more: object = {}): Promise<{ session: string; answer: Answer }> {
  const session = await openAndAuthorize(more)
  const response = await call('/login/email', { email }, session)
  expect(response.body.view?.step).toMatchObject({ name: 'login-code', triesLeft: 5, mailbox: false })
  const answer = await call('/login/code', { code: await smtp.code(email.toLowerCase()) }, session)
  return { session, answer }
}

describe('the page', () => {
  const page = (query: Record<string, string>) =>
    fetch(`${server.url}/?${new URLSearchParams(query)}`, { headers: { accept: 'text/html' } })

  test("serves the page only to the program's sites; without an appId, serves the start page at /", async () => {
    const { mchNo, programNo } = server.demo
    const own = await page({ appId: mchNo, programNo, origin: 'http://localhost:3000' })
    const policy = own.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy).toContain('frame-ancestors http://localhost:*')
    expect(own.headers.get('permissions-policy')).toBe('camera=(self), geolocation=(self)')
    expect(own.headers.get('cache-control')).toBe('no-store')

    const stranger = await page({ appId: mchNo, origin: 'https://evil.example', accessToken: 'secret' })
    expect(stranger.status).toBe(403)
    const text = await stranger.text()
    expect(text).toContain('This site is not allowed')
    expect(text).toContain('https://evil.example is not on the program’s list of allowed sites')
    expect(text).not.toMatch(/<script|secret/)
    const hostile = await page({ appId: mchNo, origin: 'javascript:alert(1)//<script>' })
    expect(await hostile.text()).not.toMatch(/<script|alert/)
    expect(stranger.headers.get('content-security-policy')).toContain('frame-ancestors *')

    const unknown = await page({ appId: 'M0', origin: 'https://evil.example' })
    expect(unknown.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/)
    expect(await (await page({})).text()).toContain('Touchstone is running')
    const phone = await fetch(`${server.url}/phone`)
    expect(phone.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('serves the neural networks and the proof keys compressed and cached, and no other files', async () => {
    const path = `${server.url}/frame/keys/personhood/circuit.wasm`
    const packed = await fetch(path, { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('content-type')).toBe('application/wasm')
    const bytes = Buffer.from(await packed.arrayBuffer())
    const plain = await fetch(path, { headers: { 'accept-encoding': 'identity' } })
    expect(bytes.equals(Buffer.from(await plain.arrayBuffer()))).toBe(true)
    const etag = packed.headers.get('etag') ?? ''
    const again = await fetch(path, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect((await fetch(`${server.url}/frame/models/blazeface.json`)).status).toBe(200)
    for (const stray of ['keys/../package.json', 'keys/kyc/..%2f..%2fpackage.json', 'models/x', 'assets/x'])
      expect((await fetch(`${server.url}/frame/${stray}`)).status, stray).toBe(404)
  })

  test('serves the widget to pages from any origin', async () => {
    const style = await fetch(`${server.url}/widget/style.css`)
    expect(style.status).toBe(200)
    expect(style.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('opening', () => {
  test('accepts a token of this merchant only once', async () => {
    const token = await accessToken('email')
    const first = await open({ accessToken: token })
    expect(first).toMatchObject({
      http: 200,
      body: { view: { stage: 'authorize', step: { name: 'authorize' } } },
    })
    expect(await open({ accessToken: token })).toMatchObject({
      http: 401,
      body: { error: { code: 'token.used' } },
    })
    expect(await open({ accessToken: 'x.y.z' })).toMatchObject({
      http: 401,
      body: { error: { code: 'token.unknown' } },
    })
  })

  test('explains invalid page parameters', async () => {
    const refused = async (more: object, mode: 'email' | 'wallet' = 'email') => {
      const { http, body } = await open(more, mode)
      return [http, body.error?.code]
    }
    expect(await refused({ origin: 'https://evil.example' })).toEqual([403, 'domain.not-allowed'])
    expect(await refused({ chainId: '999999' })).toEqual([400, 'parameter.chainId'])
    expect(await refused({ programNo: server.demo.meidProgramNo })).toEqual([404, 'program.unknown'])
    expect(await refused({}, 'wallet')).toEqual([400, 'parameter.mode'])
    expect(await refused({ lv: 3 })).toEqual([400, 'parameter.lv'])
    expect(await refused({ locale: undefined })).toEqual([400, 'parameter.locale'])
  })

  test('rejects every call without a session', async () => {
    expect(await call('/view')).toMatchObject({ http: 401, body: { error: { code: 'session.unknown' } } })
    expect(await call('/view', undefined, 'x'.repeat(43))).toMatchObject({ http: 401 })
    expect(await call('/nothing', {}, 'x'.repeat(43))).toMatchObject({
      http: 404,
      body: { error: { code: 'path.unknown' } },
    })
  })
})

describe('by e-mail', () => {
  test('sends a code by mail and starts the journey', async () => {
    const { answer } = await logIn('Ada.First@Example.com')
    expect(answer).toMatchObject({
      http: 200,
      body: { view: { stage: 'document', login: 'a…t@example.com', step: { name: 'document' } } },
    })
    const mail = smtp.mails.find(({ to }) => to.includes('ada.first@example.com'))
    expect(mail).toMatchObject({ from: 'verify@shop.example' })
    expect(mail?.source).toContain('text/html')
  })

  test('resumes the journey of a returning person, despite a wrong code', async () => {
    await logIn('comes.back@example.com')
    const session = await openAndAuthorize()
    await call('/login/email', { email: 'comes.back@example.com' }, session)
    const code = await smtp.code('comes.back@example.com', 2)
    const wrong = await call('/login/code', { code: code === '000000' ? '000001' : '000000' }, session)
    expect(wrong).toMatchObject({
      http: 422,
      body: { error: { code: 'login.code-wrong' }, view: { step: { name: 'login-code', triesLeft: 4 } } },
    })
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    expect(await call('/login/code', { code: spaced }, session)).toMatchObject({
      http: 200,
      body: { view: { step: { name: 'document' } } },
    })
    expect(await call('/login/code', { code }, session)).toMatchObject({
      http: 409,
      body: { error: { code: 'step.other' }, view: { step: { name: 'document' } } },
    })
  })

  test('gives the same answer whether or not the mail server knows the address', async () => {
    smtp.refuse('nobody@example.com')
    const session = await openAndAuthorize()
    expect(await call('/login/email', { email: 'nobody@example.com' }, session)).toMatchObject({
      http: 200,
      body: { view: { step: { name: 'login-code', sentTo: 'n…y@example.com' } } },
    })
  })

  test('logs no personal data from these logins', () => {
    const log = server.logs.join('')
    expect(log).not.toMatch(/example\.com|shop\.example/)
    for (const { code } of smtp.mails) expect(log).not.toContain(`"${code}"`)
  })
})

describe('by wallet', () => {
  test('signs in for MeID with the page’s wallet on the page’s own domain', async () => {
    const session = await openAndAuthorize({ lv: 2 }, 'wallet')
    const other = privateKeyToAccount(`0x${'43'.repeat(32)}`)
    expect(await call('/login/wallet', { account: other.address }, session)).toMatchObject({
      http: 422,
      body: { error: { code: 'login.account-unknown' } },
    })
    const ask = () => call('/login/wallet', { account: wallet.address }, session)
    const first = await ask()
    const message = first.body.request?.message ?? ''
    expect(message.split('\n')[0]).toBe('localhost:3000 wants you to sign in with your Ethereum account:')
    const forged = { family: 'evm', signature: await other.signMessage({ message }) }
    expect(await call('/login/answer', { id: first.body.id, answer: forged }, session)).toMatchObject({
      http: 422,
      body: { error: { code: 'login.signature-wrong' } },
    })
    const answer = { family: 'evm', signature: await wallet.signMessage({ message }) }
    // This request has already been answered.
    expect((await call('/login/answer', { id: first.body.id, answer }, session)).http).toBe(422)
    const second = await ask()
    const signature = await wallet.signMessage({ message: second.body.request?.message ?? '' })
    expect(
      await call('/login/answer', { id: second.body.id, answer: { family: 'evm', signature } }, session),
    ).toMatchObject({ http: 200, body: { view: { stage: 'liveness', step: { name: 'liveness' } } } })
  })

  test('checkAddress: requires a signature from the named wallet before the journey continues', async () => {
    const { session, answer } = await logIn('checked@example.com', { checkAddress: true })
    const address = wallet.address.toLowerCase()
    expect(answer.body.view?.step).toEqual({ name: 'check-address', account: address })
    expect((await call('/location', { latitude: 0, longitude: 0, accuracy: 1 }, session)).http).toBe(409)
    const response = await call('/check-address', { account: wallet.address }, session)
    const signature = await wallet.signMessage({ message: response.body.request?.message ?? '' })
    const done = await call(
      '/check-address/answer',
      { id: response.body.id, answer: { family: 'evm', signature } },
      session,
    )
    expect(done.body.view?.step.name).toBe('document')
  })
})

describe('continued on a phone', () => {
  test('accepts the link once, shows the same digits on both screens, and continues the journey on one of them', async () => {
    const { session } = await logIn('hands.over@example.com')
    const offered = await call('/hand-off', {}, session)
    const [address, code] = offered.body.url?.split('#') ?? []
    expect(address).toBe(`${server.url}/phone`)
    expect(offered.body.view?.handOff).toMatchObject({ state: 'offered' })

    const phone = await call('/hand-off/claim', { code })
    const bearer = phone.body.session ?? ''
    const { digits } = (phone.body.view?.step ?? {}) as { digits?: string }
    expect(phone.body.view?.step.name).toBe('phone-confirm')
    expect(digits).toMatch(/^[0-9]{4}$/)
    expect(await call('/hand-off/claim', { code })).toMatchObject({
      body: { error: { code: 'hand-off.over' } },
    })
    expect((await call('/view', undefined, session)).body.view?.handOff).toMatchObject({
      state: 'claimed',
      digits,
    })
    expect((await call('/liveness', {}, bearer)).http).toBe(409)

    const confirmed = await call('/hand-off/confirm', { matches: true }, session)
    expect(confirmed.body.view?.step).toEqual({ name: 'on-phone', step: 'document' })
    expect((await call('/liveness', {}, bearer)).http, 'the phone’s holder has not agreed').toBe(409)
    const agreed = await call('/hand-off/answer', { agrees: true }, bearer)
    expect(agreed.body.view).toMatchObject({
      device: 'phone',
      step: { name: 'document' },
    })
    expect((await call('/consent', { granted: true }, bearer)).http).toBe(409)
    expect((await call('/document/confirm', { corrections: {} }, session)).http).toBe(409)

    const cancelled = await call('/hand-off/cancel', {}, session)
    expect(cancelled.body.view?.step.name).toBe('document')
    expect((await call('/view', undefined, bearer)).http).toBe(401)
  })
})

test('switches the chain during the journey, with the chain ID in any notation', async () => {
  const { session } = await logIn('switches@example.com')
  expect((await call('/chain', { chainId: '0x2105' }, session)).body.view).toMatchObject({ chainId: '8453' })
  expect(await call('/chain', { chainId: 'nowhere' }, session)).toMatchObject({
    http: 400,
    body: { error: { code: 'parameter.chainId' } },
  })
})
