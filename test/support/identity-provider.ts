import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'

export type Account = {
  /** The value of `sub`. */
  id: string
  email?: string
  email_verified?: boolean
  groups?: string[]
  /** How the account signs in. */
  amr?: string[]
  acr?: string
}

export type IdentityProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The accounts. A test can change them while the provider runs. */
  accounts: Map<string, Account>
  /** Signs in with an account, without a browser: follows the redirects and returns the last URL. */
  signIn(url: string, account: string): Promise<URL>
  stop(): Promise<void>
}

/** Starts an OpenID provider (oidc-provider) with one client, whose sign-in page is a list of buttons. */
export async function startIdentityProvider(options: {
  redirectUri: string
  signedOutUri?: string
  accounts: readonly Account[]
}): Promise<IdentityProvider> {
  const { default: Provider } = await import('oidc-provider')
  const accounts = new Map(options.accounts.map((account) => [account.id, account]))
  const clientId = 'touchstone'
  const clientSecret = 'a secret of the client, 32 characters and more'
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Not localhost, so that it is another site than the service.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [options.redirectUri] },
        ...{ grant_types: ['authorization_code'], response_types: ['code'], scope: 'openid email profile' },
        post_logout_redirect_uris: options.signedOutUri === undefined ? [] : [options.signedOutUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'test' }] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified'], profile: ['groups'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          const button = '<button form="op.logoutForm" name="logout" value="yes">Sign out</button>'
          ctx.body = `<!doctype html><title>Company</title>${form}${button}`
        },
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => {
      const { amr: _amr, acr: _acr, ...claims } = accounts.get(id) ?? { id }
      return { accountId: id, claims: () => ({ ...claims, sub: id }) }
    },
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      const grant = new provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId !== undefined && { accountId: session.accountId }),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') {
      await provider.interactionDetails(request, response)
      const buttons = [...accounts.keys()].map((id) => `<button name="account" value="${id}">${id}</button>`)
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Company</title><form method="post">${buttons.join('')}</form>`)
      return
    }
    const id = new URLSearchParams(await text(request)).get('account') ?? ''
    const { amr = ['pwd'], acr } = accounts.get(id) ?? { id }
    const login = { accountId: id, amr, ...(acr !== undefined && { acr }) }
    await provider.interactionFinished(request, response, { login })
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) void answer(request, response)
    else interact(request, response).catch((error: Error) => response.destroy(error))
  })

  async function signIn(url: string, account: string): Promise<URL> {
    const cookies = new Map<string, string>()
    let next = new URL(url)
    let form: string | undefined
    for (let step = 0; step < 10; step++) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form !== undefined && { method: 'POST', body: new URLSearchParams({ account: form }) }),
      })
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      await response.text()
      const location = response.headers.get('location')
      form = undefined
      if (location !== null) next = new URL(location, next)
      else if (next.pathname.startsWith('/interaction/')) form = account
      else throw new Error(`the provider answered ${response.status} at ${next.pathname}`)
      if (location !== null && next.origin !== issuer) return next
    }
    throw new Error('the provider redirects without end')
  }
  return {
    ...{ issuer, clientId, clientSecret, accounts, signIn },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
