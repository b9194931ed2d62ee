import { MemberSession, RequestMemberCode, SignedOut, SignIn, type Static } from '@touchstone/contract'
import { askForMemberCode, endSession, newFlow, showSignedIn, signIn, signOutUrl } from '@touchstone/kyc'
import { dashboardOrigin } from '@touchstone/runtime'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { countNetwork } from './count-network.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/** Routes to sign in and out. Their responses never reveal whether an address belongs to a member. */
export function addSignInRoutes(app: FastifyInstance, services: Services): void {
  const { kyc, verification } = services.runtime
  const serve = dashboardServer(app, services)

  app.post('/sign-in/code', { schema: { hide: true, body: RequestMemberCode } }, async (request, reply) => {
    request.trail.operation = 'dashboard/sign-in/code'
    await countNetwork(services, request.ip, reply)
    const flow = readCookie(services, request, 'flow') ?? newFlow()
    const { email } = request.body as Static<typeof RequestMemberCode>
    await askForMemberCode(kyc, { email, flow, ip: request.ip }, async ({ to, code }) => {
      // Sending is not awaited, because the response time would reveal that the member exists.
      verification.mailer
        .sendCode({ to, code, locale: 'en', merchant: 'Touchstone', purpose: 'sign-in' })
        .catch((error: unknown) => services.logger.error({ err: error }, 'sign-in code could not be sent'))
    })
    setCookie(services, reply, 'flow', flow)
    return done
  })
  app.post('/sign-in', { schema: { hide: true, body: SignIn } }, async (request, reply) => {
    request.trail.operation = 'dashboard/sign-in'
    await countNetwork(services, request.ip, reply)
    const { code } = request.body as Static<typeof SignIn>
    const flow = readCookie(services, request, 'flow') ?? ''
    const browser = request.headers['user-agent'] ?? ''
    const { token } = await signIn(kyc, { code, flow, ip: request.ip, browser })
    clearCookie(services, reply, 'flow')
    setCookie(services, reply, 'session', token)
    return done
  })
  serve({
    method: 'GET',
    path: '/session',
    answer: MemberSession,
    handle: async ({ context, signedIn }) => ({
      ...showSignedIn(context, signedIn),
      addressRisk: services.runtime.ledger.place !== 'absent',
    }),
  })
  serve({
    method: 'POST',
    path: '/sign-out',
    answer: SignedOut,
    async handle({ context, signedIn, request, reply }) {
      const returnTo = `${dashboardOrigin(services.runtime)}/dashboard`
      const continueAt = await signOutUrl(context, services.runtime.oidc, signedIn, returnTo)
      await endSession(context, signedIn, { sessionId: signedIn.sessionId, ip: request.ip })
      clearCookie(services, reply, 'session')
      return { ...done, continueAt }
    },
  })
}
