import type { OidcClient } from '@touchstone/kyc'

export type Claims = Readonly<Record<string, unknown>> & { sub: string }

/** A client that trusts every response: the response is the claims themselves. The protocol has its own tests. */
export const trustingClient: OidcClient = {
  signInUrl: async (_, { state }) => state,
  exchange: async (_, { search }) => {
    const claims = JSON.parse(new URLSearchParams(search).get('claims') ?? '') as Claims
    return { fromToken: claims, all: claims, idToken: 'an ID token' }
  },
  signOutUrl: async () => null,
  check: async () => ({ pkce: true, logout: true, userInfo: true }),
}

/** The configuration of a merchant’s provider. */
export const ssoSetup = {
  ...{ issuer: 'https://login.example.com', clientId: 'touchstone', clientSecret: 'a secret' },
  roles: [
    { role: 'owner', value: 'admins' },
    { role: 'compliance', value: 'compliance' },
    { role: 'viewer', value: 'staff' },
  ],
}
