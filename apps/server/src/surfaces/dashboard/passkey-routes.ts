import {
  AddPasskey,
  BeginEnrolment,
  Done,
  Enrol,
  PasskeyRule,
  Passkeys,
  RemovePasskey,
  SignInByPasskey,
  type Static,
  WebAuthnOptions,
} from '@touchstone/contract'
import {
  addPasskey,
  arePasskeysRequired,
  beginEnrolment,
  beginPasskey,
  beginSignInByPasskey,
  enrol,
  listPasskeys,
  newFlow,
  type RelyingParty,
  removePasskey,
  requirePasskeys,
  signInByPasskey,
} from '@touchstone/kyc'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { dashboardUrl } from '../../surface-urls.ts'
import { changedBy } from './changed-by.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { countNetwork } from './count-network.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/** Routes to sign in with a passkey, manage a member's passkeys, and set whether a merchant requires them. */
export function addPasskeyRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { kyc } = services.runtime

  app.post('/sign-in/passkey/begin', { schema: { hide: true } }, async (request, reply) => {
    request.trail.operation = 'dashboard/sign-in/passkey/begin'
    await countNetwork(services, request.ip, reply)
    const flow = readCookie(services, request, 'flow') ?? newFlow()
    setCookie(services, reply, 'flow', flow)
    return { options: await beginSignInByPasskey(kyc, { flow, party: partyOf(services, request) }) }
  })
  app.post('/sign-in/passkey', { schema: { hide: true, body: SignInByPasskey } }, async (request, reply) => {
    request.trail.operation = 'dashboard/sign-in/passkey'
    await countNetwork(services, request.ip, reply)
    const { response } = request.body as Static<typeof SignInByPasskey>
    const from = { ip: request.ip, browser: request.headers['user-agent'] ?? '' }
    const flow = readCookie(services, request, 'flow') ?? ''
    const party = partyOf(services, request)
    const { token } = await signInByPasskey(kyc, { response, flow, party, ...from })
    clearCookie(services, reply, 'flow')
    setCookie(services, reply, 'session', token)
    return done
  })
  app.post(
    '/sign-in/enrol/begin',
    { schema: { hide: true, body: BeginEnrolment } },
    async (request, reply) => {
      request.trail.operation = 'dashboard/sign-in/enrol/begin'
      await countNetwork(services, request.ip, reply)
      const flow = readCookie(services, request, 'flow') ?? newFlow()
      setCookie(services, reply, 'flow', flow)
      const { token } = request.body as Static<typeof BeginEnrolment>
      return { options: await beginEnrolment(kyc, { token, flow, party: partyOf(services, request) }) }
    },
  )
  app.post('/sign-in/enrol', { schema: { hide: true, body: Enrol } }, async (request, reply) => {
    request.trail.operation = 'dashboard/sign-in/enrol'
    await countNetwork(services, request.ip, reply)
    const from = { ip: request.ip, browser: request.headers['user-agent'] ?? '' }
    const flow = readCookie(services, request, 'flow') ?? ''
    const body = request.body as Static<typeof Enrol>
    const { token } = await enrol(kyc, { ...body, flow, party: partyOf(services, request), ...from })
    clearCookie(services, reply, 'flow')
    setCookie(services, reply, 'session', token)
    return done
  })
  serve({
    method: 'GET',
    path: '/passkeys',
    answer: Passkeys,
    handle: async ({ context, signedIn }) => await listPasskeys(context, signedIn),
  })
  serve({
    method: 'POST',
    path: '/passkeys/begin',
    answer: WebAuthnOptions,
    handle: async ({ context, signedIn, request }) => ({
      options: await beginPasskey(context, signedIn, partyOf(services, request)),
    }),
  })
  serve<Static<typeof AddPasskey>>({
    method: 'POST',
    path: '/passkeys',
    body: AddPasskey,
    answer: Passkeys,
    async handle(call) {
      const { context, signedIn, body, request } = call
      await addPasskey(context, signedIn, { ...body, party: partyOf(services, request) }, changedBy(call))
      return await listPasskeys(context, signedIn)
    },
  })
  serve<Static<typeof RemovePasskey>>({
    method: 'POST',
    path: '/passkeys/remove',
    body: RemovePasskey,
    answer: Done,
    async handle(call) {
      await removePasskey(call.context, call.signedIn, call.body, changedBy(call))
      return done
    },
  })
  serve({
    method: 'GET',
    path: '/merchants/:mchNo/passkeys',
    permission: 'members.change',
    answer: PasskeyRule,
    handle: async ({ context, mchNo = '' }) => ({ required: await arePasskeysRequired(context, { mchNo }) }),
  })
  serve<PasskeyRule>({
    method: 'POST',
    path: '/merchants/:mchNo/passkeys',
    permission: 'members.change',
    body: PasskeyRule,
    answer: PasskeyRule,
    async handle(call) {
      const { context, signedIn, mchNo = '', body } = call
      await requirePasskeys(context, signedIn, { mchNo, ...body }, changedBy(call))
      return body
    },
  })
}

/**
 * Returns the relying party for passkeys. Its origin is the one at which browsers reach the page, taken from
 * the settings or, if not set, from this request.
 */
function partyOf({ runtime }: Services, request: FastifyRequest): RelyingParty {
  const { settings } = runtime
  const reached = settings.publicUrl ?? `${request.protocol}://${request.host}`
  const { origin, hostname } = new URL(dashboardUrl(settings, reached), reached)
  return { id: hostname, origin }
}
