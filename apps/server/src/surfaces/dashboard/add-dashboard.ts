import cookie from '@fastify/cookie'
import { dashboardApiPath, ServiceError } from '@touchstone/contract'
import type { Ajv } from 'ajv'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageFailure } from '../../plugins/page-failure.ts'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import { unidentifiedPolicy } from '../../plugins/rate-limit/unidentified-policy.ts'
import type { Services } from '../../services.ts'
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
    },
    { prefix: dashboardApiPath },
  )
}

async function answerFailure(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const told = await countStranger(services, error, request, reply)
  const { http, body, retryAfterSeconds, cause } = pageFailure(told)
  if (cause !== undefined)
    services.logger.error({ id: request.id, operation: request.trail.operation, err: cause }, body.error.code)
  request.trail.code = http
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (services.phase.current === 'stopping') reply.header('connection', 'close')
  return reply.code(http).send(body)
}

/** A call that failed before it was known who is signed in counts against its network. */
async function countStranger(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (request.signedIn || reply.hasHeader('ratelimit')) return error
  try {
    await applyRateLimit(services.limiter, unidentifiedPolicy(request), reply)
    return error
  } catch (refused) {
    return refused
  }
}
