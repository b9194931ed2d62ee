import cookie from '@fastify/cookie'
import { dashboardApiPath, ServiceError } from '@touchstone/contract'
import type { Ajv } from 'ajv'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerPageFailure } from '../../plugins/answer-page-failure.ts'
import type { Services } from '../../services.ts'
import { addIntegrationRoutes } from './integration-routes.ts'
import { addOverviewRoutes } from './overview-routes.ts'
import { addPeopleRoutes } from './people-routes.ts'
import { addSettingsRoutes } from './settings-routes.ts'
import { addSignInRoutes } from './sign-in-routes.ts'

/** What the dashboard calls. With a host name of its own it answers only there. */
export function addDashboard(app: FastifyInstance, services: Services & { ajv: Ajv }): void {
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
      addSignInRoutes(scope, services)
      addSettingsRoutes(scope, services)
      addIntegrationRoutes(scope, services)
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
