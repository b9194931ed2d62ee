import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Vault } from '@touchstone/common'
import { statementAudience } from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { pageHeaders } from '../../pages/index.ts'
import { renderDemoProviderPage } from '../../pages/render-demo-provider-page.ts'
import type { Services } from '../../plugins/services.ts'

/** The PKCS #8 prefix of an Ed25519 key. The 32 bytes of the key follow it. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The demo provider's signing key. It is derived from the master secret and not stored. */
function demoProviderKey(vault: Vault): { kid: string; privateKey: KeyObject; publicJwk: object } {
  const seed = vault.fingerprint('demo-provider', 'key')
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const kid = vault.fingerprint('demo-provider', 'kid').toString('hex').slice(0, 16)
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' })
  return { kid, privateKey, publicJwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' } }
}

/** The demo provider's fictitious profiles, with amounts in whole US dollars. */
const demoProfiles = [
  {
    id: 'founder',
    name: 'Someone who sold a company',
    annualIncome: 90_000,
    netWorth: 3_400_000,
  },
  { id: 'surgeon', name: 'Someone with a high income', annualIncome: 420_000, netWorth: 610_000 },
  { id: 'student', name: 'Someone at the start of their career', annualIncome: 18_000, netWorth: 2_500 },
] as const

export const demoProviderPath = '/demo-provider'

const lifetimeSeconds = 600

/**
 * A data provider for the sandbox. It acts as a separate party with its own key and, like every provider,
 * receives only a request and a return address.
 */
export function addDemoProvider(app: FastifyInstance, services: Services): void {
  const { runtime } = services
  if (!runtime.settings.demo) return
  const options = { schema: { hide: true } }
  const returnUrl = () => `${runtime.verification.publicUrl()}/provider-return`

  app.get(`${demoProviderPath}/jwks.json`, options, async (request) => {
    request.trail.operation = 'demo-provider'
    return { keys: [demoProviderKey(runtime.vault).publicJwk] }
  })

  app.get(demoProviderPath, options, async (request, reply) => {
    request.trail.operation = 'demo-provider'
    const { request: providerRequest = '' } = request.query as { request?: string }
    const policy = pageHeaders['content-security-policy'].replace("form-action 'none'", "form-action 'self'")
    reply.headers({ ...pageHeaders, 'content-security-policy': policy })
    return renderDemoProviderPage({ request: providerRequest, profiles: demoProfiles })
  })

  app.get(`${demoProviderPath}/statement`, options, async (request, reply) => {
    request.trail.operation = 'demo-provider'
    const { request: nonce = '', profile: id } = request.query as { request?: string; profile?: string }
    const profile = demoProfiles.find((each) => each.id === id)
    if (!profile || !/^[0-9a-f]{32}$/.test(nonce)) return reply.callNotFound()
    const { kid, privateKey } = demoProviderKey(runtime.vault)
    const { annualIncome, netWorth } = profile
    const seconds = Math.floor(runtime.clock.now() / 1000)
    const statement = await new SignJWT({ nonce, facts: { currency: 'USD', annualIncome, netWorth } })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer(`${runtime.address.url}${demoProviderPath}`)
      .setAudience(statementAudience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + lifetimeSeconds)
      .sign(privateKey)
    // The statement is passed in the fragment, so that it does not appear in any log.
    return reply.redirect(`${returnUrl()}#statement=${encodeURIComponent(statement)}`, 303)
  })
}
