import {
  BeginSso,
  ChangeSso,
  Done,
  FinishSso,
  SsoCheck,
  SsoRule,
  SsoSettings,
  type Static,
} from '@touchstone/contract'
import {
  beginSso,
  checkSso,
  finishSso,
  newFlow,
  removeSso,
  requireSso,
  type SsoView,
  setSso,
  showSso,
} from '@touchstone/kyc'
import { dashboardOrigin, ssoAddress } from '@touchstone/runtime'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { changedBy } from './changed-by.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { countNetwork } from './count-network.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/** Routes for single sign-on: signing in with an identity provider, and the provider of a merchant. */
export function addSsoRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { runtime } = services
  const { kyc, oidc } = runtime

  app.post('/sign-in/sso/begin', { schema: { hide: true, body: BeginSso } }, async (request, reply) => {
    request.trail.operation = 'dashboard/sign-in/sso/begin'
    await countNetwork(services, request.ip, reply)
    const flow = readCookie(services, request, 'flow') ?? newFlow()
    setCookie(services, reply, 'flow', flow)
    const { whose } = request.body as Static<typeof BeginSso>
    return { url: await beginSso(kyc, oidc, { whose, flow, redirectUri: ssoAddress(runtime, whose) }) }
  })
  app.post('/sign-in/sso', { schema: { hide: true, body: FinishSso } }, async (request, reply) => {
    request.trail.operation = 'dashboard/sign-in/sso'
    await countNetwork(services, request.ip, reply)
    const { whose, search } = request.body as Static<typeof FinishSso>
    const from = { ip: request.ip, browser: request.headers['user-agent'] ?? '' }
    const flow = readCookie(services, request, 'flow') ?? ''
    const redirectUri = ssoAddress(runtime, whose)
    const { token } = await finishSso(kyc, oidc, { whose, search, flow, redirectUri, ...from })
    clearCookie(services, reply, 'flow')
    setCookie(services, reply, 'session', token)
    return done
  })

  const path = '/merchants/:mchNo/sso'
  const shown = (mchNo: string, found: SsoView | null): SsoSettings => ({
    provider: found && viewOf(found),
    address: ssoAddress(runtime, mchNo),
    signedOutAddress: `${dashboardOrigin(runtime)}/dashboard`,
  })
  serve({
    ...{ method: 'GET', path, permission: 'members.change', answer: SsoSettings },
    handle: async ({ context, mchNo = '' }) => shown(mchNo, await showSso(context, { mchNo })),
  })
  serve<ChangeSso>({
    ...{ method: 'POST', path, permission: 'members.change', body: ChangeSso, answer: SsoSettings },
    handle: async (call) => {
      const { context, mchNo = '', body } = call
      return shown(mchNo, await setSso(context, { mchNo, ...body }, changedBy(call)))
    },
  })
  serve({
    ...{ method: 'POST', path: `${path}/remove`, permission: 'members.change', answer: Done },
    async handle(call) {
      await removeSso(call.context, { mchNo: call.mchNo ?? '' }, changedBy(call))
      return done
    },
  })
  serve<SsoRule>({
    ...{ method: 'POST', path: `${path}/require`, permission: 'members.change', body: SsoRule, answer: Done },
    async handle(call) {
      const { context, signedIn, mchNo = '', body } = call
      await requireSso(context, { mchNo, ...body, signedIn }, changedBy(call))
      return done
    },
  })
  serve({
    ...{ method: 'POST', path: `${path}/check`, permission: 'members.change', answer: SsoCheck },
    handle: async ({ context, mchNo = '' }) => await checkSso(context, oidc, { mchNo }),
  })
}

function viewOf({ internal: _, roles, amr, acr, trustedFrom, changedAt, ...view }: SsoView) {
  return {
    ...{ ...view, roles: [...roles], amr: [...amr], acr: [...acr] },
    ...{ trustedFrom: trustedFrom?.toISOString() ?? null, changedAt: changedAt.toISOString() },
  }
}
