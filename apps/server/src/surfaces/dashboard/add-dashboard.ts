import { join } from 'node:path'
import cookie from '@fastify/cookie'
import { dashboardApiPath, ServiceError, SignInToDemo, type Static } from '@touchstone/contract'
import { signInToDemo } from '@touchstone/kyc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendStatic } from '../../files/send-static.ts'
import { siteAssets, siteFolder } from '../../files/site-files.ts'
import { staticFile } from '../../files/static-file.ts'
import { picturePageHeaders } from '../../pages/index.ts'
import { answerPageFailure } from '../../plugins/answer-page-failure.ts'
import type { Services } from '../../plugins/services.ts'
import type { StartPageSource } from '../start/start-page.ts'
import { addCasesRoutes } from './cases-routes.ts'
import { setCookie } from './cookies.ts'
import { countNetwork } from './count-network.ts'
import { addExplorerRoutes } from './explorer-routes.ts'
import { addIntegrationRoutes } from './integration-routes.ts'
import { addMerchantRoutes } from './merchant-routes.ts'
import { addOperatorRoutes } from './operator-routes.ts'
import { addOverviewRoutes } from './overview-routes.ts'
import { addPasskeyRoutes } from './passkey-routes.ts'
import { addPeopleRoutes } from './people-routes.ts'
import { addPolicyRoutes } from './policy-routes.ts'
import { addProgramsRoutes } from './programs-routes.ts'
import { addReviewsRoutes } from './reviews-routes.ts'
import { addRiskRecordRoutes } from './risk-record-routes.ts'
import { addRiskRoutes } from './risk-routes.ts'
import { addRulesRoutes } from './rules-routes.ts'
import { done } from './serve-dashboard.ts'
import { addServiceRoutes } from './service-routes.ts'
import { addSettingsRoutes } from './settings-routes.ts'
import { addSignInRoutes } from './sign-in-routes.ts'
import { addSsoRoutes } from './sso-routes.ts'
import { addTransfersRoutes } from './transfers-routes.ts'
import { addTriageRoutes } from './triage-routes.ts'

/**
 * Serves the dashboard's page and API. If the dashboard has its own host name, it responds only to requests
 * for that name.
 */
export function addDashboard(app: FastifyInstance, services: Services, start: StartPageSource): void {
  addDashboardPage(app, services)
  const host = services.runtime.settings.surfaceHosts.dashboard
  app.register(
    async (scope) => {
      scope.decorateRequest('signedIn')
      await scope.register(cookie)
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store')
        request.trail.operation = 'dashboard'
        if (host !== undefined && request.hostname.toLowerCase() !== host)
          throw new ServiceError('noSuchPath')
        if (services.phase.current !== 'serving') throw new ServiceError('notReady', { retryAfterSeconds: 2 })
      })
      scope.setErrorHandler((error, request, reply) => answerFailure(services, error, request, reply))
      scope.setNotFoundHandler((request, reply) => {
        request.trail.operation = 'unknown'
        return answerFailure(services, new ServiceError('noSuchPath'), request, reply)
      })
      // The page answers every other path below /dashboard, so unknown API calls must be handled first.
      scope.get('/*', { schema: { hide: true } }, async (request) => {
        request.trail.operation = 'unknown'
        throw new ServiceError('noSuchPath')
      })
      addSignInRoutes(scope, services)
      addSettingsRoutes(scope, services)
      addDemoSignIn(scope, services, start)
      addPasskeyRoutes(scope, services)
      addSsoRoutes(scope, services)
      addMerchantRoutes(scope, services)
      addOperatorRoutes(scope, services)
      addServiceRoutes(scope, services)
      addProgramsRoutes(scope, services)
      addIntegrationRoutes(scope, services)
      addRiskRoutes(scope, services)
      addRiskRecordRoutes(scope, services)
      addExplorerRoutes(scope, services)
      addPolicyRoutes(scope, services)
      addTransfersRoutes(scope, services)
      addRulesRoutes(scope, services)
      addReviewsRoutes(scope, services)
      addOverviewRoutes(scope, services)
      addPeopleRoutes(scope, services)
      addCasesRoutes(scope, services)
      addTriageRoutes(scope, services)
    },
    { prefix: dashboardApiPath },
  )
}

function answerFailure(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isKnown = request.signedIn !== undefined
  return answerPageFailure(services, { error, request, reply }, { isKnown })
}

/**
 * Signs the visitor in to the demo merchant, whose API key the start page shows anyway: as its owner, or as an
 * analyst, who can only read address risk. Without the demo, this route does not exist.
 */
function addDemoSignIn(app: FastifyInstance, services: Services, start: StartPageSource): void {
  const schema = { hide: true, querystring: SignInToDemo }
  app.post('/sign-in/demo', { schema }, async (request, reply) => {
    request.trail.operation = 'dashboard/sign-in/demo'
    await countNetwork(services, request.ip, reply)
    const { role = 'owner' } = request.query as Static<typeof SignInToDemo>
    const browser = request.headers['user-agent'] ?? ''
    const session =
      start.demo && (await signInToDemo(services.runtime.kyc, { role, ip: request.ip, browser }))
    if (!session) throw new ServiceError('noSuchPath')
    setCookie(services, reply, 'session', session.token)
    return done
  })
}

/**
 * Serves the page, at all of its paths, and its files. Neither requires a session, but the calls that load the
 * page's data do.
 */
function addDashboardPage(app: FastifyInstance, services: Services): void {
  const host = services.runtime.settings.surfaceHosts.dashboard
  const folder = siteFolder('@touchstone/dashboard')
  const assets = siteAssets(folder)
  const page = staticFile(join(folder, 'index.html'))
  const options = { schema: { hide: true } }

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (host !== undefined && request.hostname.toLowerCase() !== host) throw new ServiceError('noSuchPath')
    })
    scope.get<{ Params: { '*': string } }>('/dashboard/assets/*', options, async (request, reply) => {
      const known = await assets()
      return await sendStatic(request, reply, known.get(request.params['*']), 'immutable')
    })
    for (const path of ['/dashboard', '/dashboard/*']) {
      scope.get(path, options, async (request, reply) => {
        request.trail.operation = 'dashboard-page'
        const { body } = await page.in('identity').catch((cause: unknown) => {
          throw new ServiceError('notReady', { cause })
        })
        return reply.headers(picturePageHeaders).send(body)
      })
    }
  })
}
