import {
  AddressRefused,
  type Clock,
  createExternalFetch,
  type ExternalRules,
  systemClock,
} from '@touchstone/common'
import { LRUCache } from 'lru-cache'
import type { ClientAuth, Configuration } from 'openid-client'

/** The part of a provider's configuration that the protocol needs. */
export type OidcProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly acr: readonly string[]
  /** Whether the operator has allowed the issuer's host to be in a private network. */
  readonly internal: boolean
}

/** The values that tie a response to the request of one browser. */
export type OidcFlow = {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export type OidcClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** What the provider supports, according to its metadata. */
export type OidcSupport = {
  readonly pkce: boolean | null
  readonly logout: boolean
  readonly userInfo: boolean
}

/** Talks to identity providers by OpenID Connect: authorization code flow with PKCE. Throws `OidcFailure`. */
export type OidcClient = {
  /** Returns the URL of the provider's sign-in page. */
  signInUrl(provider: OidcProvider, flow: OidcFlow): Promise<string>
  /**
   * Exchanges the code for the claims of the ID token, after checking its signature, issuer, audience, times and
   * nonce. `fromToken` contains only these claims; `all` also contains those of the UserInfo response.
   */
  exchange(
    provider: OidcProvider,
    flow: OidcFlow & { readonly search: string },
  ): Promise<{ fromToken: OidcClaims; all: OidcClaims; idToken: string }>
  /** Returns the URL at which the member signs out of the provider, or null if the provider has none. */
  signOutUrl(
    provider: OidcProvider,
    of: { readonly idToken: string | undefined; readonly returnTo: string },
  ): Promise<string | null>
  /** Reads the provider's metadata and keys. */
  check(provider: OidcProvider): Promise<OidcSupport>
}

/**
 * `unavailable`: the provider could not be reached, or its metadata is wrong. `denied`: the provider refused the
 * sign-in. `invalid`: the provider's response could not be verified. The message contains no URL and no value from
 * the response.
 */
export class OidcFailure extends Error {
  override readonly name = 'OidcFailure'
  readonly kind: 'unavailable' | 'denied' | 'invalid'

  constructor(kind: OidcFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

const timeoutMs = 10_000
const mostBytes = 1 << 20
const keptMs = 10 * 60_000
const failureKeptMs = 10_000
const mostProviders = 200

type Kept = { readonly found: Promise<Configuration>; until: number }

/** Creates a client. It keeps the metadata of a provider for ten minutes. */
export function createOidcClient(
  options: { readonly clock: Clock } & Pick<ExternalRules, 'loopback' | 'resolve' | 'ca'>,
): OidcClient {
  const { clock, ...rules } = options
  const kept = new LRUCache<string, Kept>({ max: mostProviders })

  async function discover(provider: OidcProvider): Promise<Configuration> {
    const { issuer, clientId, clientSecret, internal } = provider
    const key = JSON.stringify([issuer, clientId, clientSecret, internal])
    const known = kept.get(key)
    if (known && clock.now() < known.until) return await known.found
    const found = read(provider)
    const entry = { found, until: clock.now() + keptMs }
    kept.set(key, entry)
    found.catch(() => {
      entry.until = Math.min(entry.until, clock.now() + failureKeptMs)
    })
    return await found
  }

  async function read({ issuer, clientId, clientSecret, internal }: OidcProvider): Promise<Configuration> {
    const openid = await import('openid-client')
    const url = new URL(issuer)
    const internalHost = internal ? url.hostname.replace(/^\[(.*)\]$/, '$1') : undefined
    const send = createExternalFetch({ ...rules, internalHost }, { timeoutMs, mostBytes })
    // The guard refuses http, except for loopback addresses where they are allowed.
    const insecure = url.protocol === 'http:' ? [openid.allowInsecureRequests] : []
    const authenticate: ClientAuth = (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported
      const isBasic = methods === undefined || methods.includes('client_secret_basic')
      const method = isBasic ? openid.ClientSecretBasic : openid.ClientSecretPost
      method(clientSecret)(server, ...rest)
    }
    const config = await openid
      .discovery(
        url,
        clientId,
        { [openid.clockSkew]: Math.round((clock.now() - systemClock.now()) / 1000) },
        authenticate,
        {
          // The signature of the ID token is checked as well, although the token comes directly from the provider.
          execute: [openid.enableNonRepudiationChecks, ...insecure],
          timeout: timeoutMs / 1000,
          [openid.customFetch]: (target, { method, headers, body, signal }) =>
            send(target, { method, headers, body: textOf(body), signal }),
        },
      )
      .catch((cause: unknown) => {
        throw new OidcFailure('unavailable', `its metadata could not be read (${reasonOf(cause)})`, cause)
      })
    const metadata = config.serverMetadata()
    if (metadata.issuer !== issuer)
      throw new OidcFailure('unavailable', 'its metadata names a different issuer')
    for (const endpoint of [metadata.authorization_endpoint, metadata.end_session_endpoint])
      if (endpoint !== undefined && !isPage(endpoint, url.protocol))
        throw new OidcFailure('unavailable', 'its metadata contains an address that is not an https address')
    if (metadata.authorization_endpoint === undefined || metadata.jwks_uri === undefined)
      throw new OidcFailure('unavailable', 'its metadata has no authorization endpoint or no keys')
    return config
  }

  return {
    async signInUrl(provider, { redirectUri, state, nonce, verifier }) {
      const config = await discover(provider)
      const openid = await import('openid-client')
      return openid.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirectUri, scope: 'openid email profile', state, nonce },
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(provider.acr.length > 0 && { acr_values: provider.acr.join(' ') }),
      }).href
    },
    async exchange(provider, { redirectUri, state, nonce, verifier, search }) {
      const config = await discover(provider)
      const openid = await import('openid-client')
      const url = new URL(redirectUri)
      url.search = search
      const tokens = await openid
        .authorizationCodeGrant(config, url, {
          ...{
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
        })
        .catch((cause: unknown) => {
          throw failureOf(cause)
        })
      const fromToken = tokens.claims()
      const idToken = tokens.id_token
      if (fromToken === undefined || idToken === undefined || !isSubject(fromToken.sub))
        throw new OidcFailure('invalid', 'its response contains no valid ID token')
      // Many providers put the address and the groups only in the UserInfo response.
      const hasMore = config.serverMetadata().userinfo_endpoint !== undefined
      const more = hasMore
        ? await openid.fetchUserInfo(config, tokens.access_token, fromToken.sub).catch((cause: unknown) => {
            throw failureOf(cause)
          })
        : {}
      return { fromToken, all: { ...more, ...fromToken }, idToken }
    },
    async signOutUrl(provider, { idToken, returnTo }) {
      const config = await discover(provider)
      if (config.serverMetadata().end_session_endpoint === undefined) return null
      const openid = await import('openid-client')
      return openid.buildEndSessionUrl(config, {
        post_logout_redirect_uri: returnTo,
        ...(idToken !== undefined && { id_token_hint: idToken }),
      }).href
    },
    async check(provider) {
      const metadata = (await discover(provider)).serverMetadata()
      return {
        pkce: metadata.code_challenge_methods_supported?.includes('S256') ?? null,
        logout: metadata.end_session_endpoint !== undefined,
        userInfo: metadata.userinfo_endpoint !== undefined,
      }
    },
  }
}

/** A page to which the browser is sent. Other schemes, such as `javascript:`, would run in the dashboard. */
function isPage(text: string, protocolOfIssuer: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && protocolOfIssuer === 'http:')
}

const isSubject = (sub: unknown) => typeof sub === 'string' && sub !== '' && sub.length <= 255

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new Error('the OpenID client sent an unexpected kind of body')
}

function failureOf(error: unknown): OidcFailure {
  const reason = reasonOf(error)
  if (reason === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return new OidcFailure('denied', 'it refused the sign-in', error)
  const isReached = reason.startsWith('OAUTH_')
  return isReached
    ? new OidcFailure('invalid', `its response was not accepted (${reason})`, error)
    : new OidcFailure('unavailable', `it could not be reached (${reason})`, error)
}

/** Returns a code without any part of the URL or of the response. */
function reasonOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof AddressRefused) return each.message
    const { code } = each as { code?: unknown }
    if (typeof code === 'string') return code
    if (each.name === 'TimeoutError') return 'no answer in time'
  }
  return 'no connection'
}
