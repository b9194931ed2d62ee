import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { systemClock } from '@touchstone/common'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../../../../test/support/identity-provider.ts'
import { createOidcClient, type OidcFlow, type OidcProvider } from './oidc-client.ts'

const redirectUri = 'https://dashboard.example.com/dashboard/sso/M1'
const signedOutUri = 'https://dashboard.example.com/dashboard'
const flow = (): OidcFlow => ({
  redirectUri,
  state: `${randomBytes(32).toString('base64url')}.M1`,
  nonce: randomBytes(32).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
})
const client = createOidcClient({ clock: systemClock, loopback: true })

describe('with oidc-provider', () => {
  let idp: IdentityProvider
  beforeAll(async () => {
    const ada = { id: 'ada', email: 'ada@example.com', email_verified: true, groups: ['staff'], amr: ['mfa'] }
    idp = await startIdentityProvider({ redirectUri, signedOutUri, accounts: [ada] })
  })
  afterAll(() => idp?.stop())
  const provider = (change: Partial<OidcProvider> = {}): OidcProvider => {
    const { issuer, clientId, clientSecret } = idp
    return { issuer, clientId, clientSecret, acr: [], internal: false, ...change }
  }

  test('signs in, reads the claims from both places, and signs out', async () => {
    const begun = flow()
    const url = new URL(await client.signInUrl(provider({ acr: ['level 2'] }), begun))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ redirect_uri: redirectUri, code_challenge_method: 'S256', acr_values: 'level 2' },
      code_challenge: createHash('sha256').update(begun.verifier).digest('base64url'),
    })
    const back = await idp.signIn(url.href, 'ada')
    expect(back.href).toMatch(`${redirectUri}?code=`)
    const { fromToken, all, idToken } = await client.exchange(provider(), { ...begun, search: back.search })
    expect(fromToken).toMatchObject({ sub: 'ada', amr: ['mfa'] })
    expect(all).toMatchObject({
      sub: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      groups: ['staff'],
    })
    // A code works once.
    await expect(client.exchange(provider(), { ...begun, search: back.search })).rejects.toMatchObject({
      kind: 'invalid',
    })
    const signOut = new URL((await client.signOutUrl(provider(), { idToken, returnTo: signedOutUri })) ?? '')
    expect(Object.fromEntries(signOut.searchParams)).toEqual({
      ...{ client_id: idp.clientId, id_token_hint: idToken, post_logout_redirect_uri: signedOutUri },
    })
    expect((await fetch(signOut)).status).toBe(200)
    expect(await client.check(provider())).toEqual({ pkce: true, logout: true, userInfo: true })
  })

  test('rejects the code of another browser, a wrong secret and a response with another state or issuer', async () => {
    const begun = flow()
    const back = await idp.signIn(await client.signInUrl(provider(), begun), 'ada')
    const exchange = (search: string, change: Partial<OidcFlow> = {}, of = provider()) =>
      client.exchange(of, { ...begun, ...change, search })
    const invalid = { kind: 'invalid' }
    const edited = (name: string, value: string) => {
      const url = new URL(back)
      url.searchParams.set(name, value)
      return url.search
    }
    await expect(exchange(edited('state', flow().state))).rejects.toMatchObject(invalid)
    await expect(exchange(edited('iss', 'https://evil.example.com'))).rejects.toMatchObject(invalid)
    await expect(exchange(`${back.search}&state=${begun.state}`)).rejects.toMatchObject(invalid)
    await expect(exchange(back.search, {}, provider({ clientSecret: 'wrong' }))).rejects.toMatchObject(
      invalid,
    )
    await expect(exchange(back.search, { verifier: flow().verifier })).rejects.toMatchObject(invalid)
    const denied = `?error=access_denied&state=${begun.state}&iss=${encodeURIComponent(idp.issuer)}`
    await expect(exchange(denied)).rejects.toMatchObject({ kind: 'denied' })
    const again = await idp.signIn(await client.signInUrl(provider(), begun), 'ada')
    await expect(exchange(again.search, { nonce: flow().nonce })).rejects.toMatchObject(invalid)
  })

  test('requires the issuer as the provider writes it', async () => {
    for (const issuer of [`${idp.issuer}/`, idp.issuer.replace('127.0.0.1', 'localhost')])
      await expect(client.check(provider({ issuer }))).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('with a provider that lies', () => {
  type Lie = {
    metadata?: Record<string, unknown>
    claims?: Record<string, unknown>
    token?: (claims: Record<string, unknown>) => Promise<string>
    answer?: (path: string) => { status: number; headers?: Record<string, string>; body?: string } | undefined
  }
  let server: Server
  let keys: Awaited<ReturnType<typeof generateKeyPair>>
  let issuer: string
  let lie: Lie = {}
  let nonce = ''
  const asked: { path: string; body: string; authorization: string | undefined }[] = []
  beforeAll(async () => {
    keys = await generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'a', alg: 'ES256', use: 'sig' }
    server = createServer(async (request, response) => {
      const path = request.url ?? ''
      asked.push({ path, body: await text(request), authorization: request.headers.authorization })
      const json = (content: object) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(content))
      }
      const special = lie.answer?.(path)
      if (special) response.writeHead(special.status, special.headers).end(special.body)
      else if (path === '/.well-known/openid-configuration')
        json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['ES256', 'none', 'HS256'],
          ...lie.metadata,
        })
      else if (path === '/jwks') json({ keys: [jwk] })
      else {
        const now = Math.floor(Date.now() / 1000)
        const claims = {
          iss: issuer,
          aud: 'touchstone',
          sub: 'x',
          iat: now,
          exp: now + 60,
          nonce,
          ...lie.claims,
        }
        const token = lie.token ?? signed(keys.privateKey)
        json({ access_token: 'a', token_type: 'Bearer', id_token: await token(claims) })
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server?.close())

  const signed = (key: CryptoKey) => (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'a' }).sign(key)
  const exchange = async (next: Lie, change: Partial<OidcProvider> = {}) => {
    lie = next
    const begun = flow()
    nonce = begun.nonce
    const fresh = createOidcClient({ clock: systemClock, loopback: true })
    const provider = {
      issuer,
      clientId: 'touchstone',
      clientSecret: 's',
      acr: [],
      internal: false,
      ...change,
    }
    return await fresh.exchange(provider, { ...begun, search: `?code=c&state=${begun.state}` })
  }

  test('accepts a correct token, and sends the secret in the supported way', async () => {
    expect((await exchange({})).fromToken.sub).toBe('x')
    expect(asked.at(-2)?.authorization).toMatch(/^Basic /)
    await exchange({ metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } })
    expect(asked.at(-2)).toMatchObject({
      authorization: undefined,
      body: expect.stringContaining('client_secret=s'),
    })
  })

  test('rejects tokens with a wrong signature, issuer, audience, time, nonce or subject', async () => {
    const others = await generateKeyPair('ES256')
    const lies: Lie[] = [
      { token: signed(others.privateKey) },
      { token: async (claims) => new UnsecuredJWT(claims).encode() },
      {
        token: (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('s'.padEnd(32, 's'))),
      },
      ...[{ iss: 'https://other.example.com' }, { aud: 'another' }, { aud: ['touchstone', 'another'] }].map(
        (claims) => ({ claims }),
      ),
      ...[{ exp: 1 }, { nonce: 'another' }, { nonce: undefined }, { sub: '' }, { sub: 'x'.repeat(256) }].map(
        (claims) => ({ claims }),
      ),
      { token: async () => 'nothing' },
    ]
    for (const each of lies)
      await expect(exchange(each), JSON.stringify(each)).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('does not reach private networks, and does not follow redirects', async () => {
    const guarded = createOidcClient({
      ...{ clock: systemClock, loopback: false },
      resolve: async () => [{ address: '10.0.0.7', family: 4 }],
    })
    const of = { clientId: 'touchstone', clientSecret: 's', acr: [], internal: false }
    for (const target of ['https://login.example.com', 'https://10.0.0.7', 'https://169.254.169.254', issuer])
      await expect(guarded.check({ ...of, issuer: target }), target).rejects.toThrow('not allowed')
    const before = asked.length
    const metadata = { jwks_uri: 'https://10.0.0.7/jwks', token_endpoint: 'http://10.0.0.7/token' }
    await expect(exchange({ metadata })).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(exchange({ metadata: { jwks_uri: 'https://10.0.0.7/jwks' } })).rejects.toMatchObject({
      kind: 'unavailable',
    })
    lie = {}
    expect(asked.length).toBeGreaterThan(before)
    const away = { status: 302, headers: { location: `${issuer}/elsewhere` } }
    await expect(exchange({ answer: (path) => (path === '/token' ? away : undefined) })).rejects.toThrow()
    await expect(exchange({ answer: () => away })).rejects.toMatchObject({ kind: 'unavailable' })
    expect(asked.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  test('rejects pages that are not pages, oversized answers, and answers that are not JSON', async () => {
    for (const endpoint of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'nothing'])
      for (const name of ['authorization_endpoint', 'end_session_endpoint'])
        await expect(exchange({ metadata: { [name]: endpoint } })).rejects.toMatchObject({
          kind: 'unavailable',
        })
    const endless = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(2 << 20),
    }
    await expect(exchange({ answer: () => endless })).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(exchange({ answer: () => ({ status: 200, body: '<html>' }) })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })
})
