import cookie from '@fastify/cookie'
import { dashboardApiPath, ServiceError } from '@touchstone/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerPageFailure } from '../../plugins/answer-page-failure.ts'
import type { Services } from '../../plugins/services.ts'
import type { StartPageSource } from '../start/start-page.ts'
import { addDashboardPage } from './dashboard-page.ts'
import { addDemoSignIn } from './demo-sign-in.ts'
import { addIntegrationRoutes } from './integration-routes.ts'
import { addMerchantRoutes } from './merchant-routes.ts'
import { addOperatorRoutes } from './operator-routes.ts'
import { addOverviewRoutes } from './overview-routes.ts'
import { addPasskeyRoutes } from './passkey-routes.ts'
import { addPeopleRoutes } from './people-routes.ts'
import { addPolicyRoutes } from './policy-routes.ts'
import { addProgramsRoutes } from './programs-routes.ts'
import { addReviewsRoutes } from './reviews-routes.ts'
import { addRiskRoutes } from './risk-routes.ts'
import { addServiceRoutes } from './service-routes.ts'
import { addSettingsRoutes } from './settings-routes.ts'
import { addSignInRoutes } from './sign-in-routes.ts'

/** The dashboard's page, and what it calls. With a host name of its own it answers only there. */
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
      // The page answers every other address below /dashboard: an unknown call must not get it.
      scope.get('/*', { schema: { hide: true } }, async (request) => {
        request.trail.operation = 'unknown'
        throw new ServiceError('noSuchPath')
      })
      addSignInRoutes(scope, services)
      addSettingsRoutes(scope, services)
      addDemoSignIn(scope, services, start)
      addPasskeyRoutes(scope, services)
      addMerchantRoutes(scope, services)
      addOperatorRoutes(scope, services)
      addServiceRoutes(scope, services)
      addProgramsRoutes(scope, services)
      addIntegrationRoutes(scope, services)
      addRiskRoutes(scope, services)
      addPolicyRoutes(scope, services)
      addReviewsRoutes(scope, services)
      addOverviewRoutes(scope, services)
      addPeopleRoutes(scope, services)
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
