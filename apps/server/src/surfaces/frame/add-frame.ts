import multipart from '@fastify/multipart'
import { frameApiPath, ServiceError } from '@touchstone/contract'
import { requireJourneySettings } from '@touchstone/runtime'
import { viewOf } from '@touchstone/verification'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageFailure } from '../../plugins/page-failure.ts'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import { unidentifiedPolicy } from '../../plugins/rate-limit/unidentified-policy.ts'
import type { Services } from '../../services.ts'
import { addFrameFiles } from './frame-files.ts'
import { addOwnPages } from './frame-page.ts'
import { isFrameHost } from './is-frame-host.ts'
import { addJourneyRoutes } from './journey-routes.ts'
import { addSessionRoutes } from './session-routes.ts'
import { addWidgetFiles } from './widget-files.ts'

/** The verification page, what it loads and what it calls; `/` itself belongs to the start page, which hands over. */
export function addFrame(app: FastifyInstance, services: Services): void {
  requireJourneySettings(services.runtime.settings)
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!isFrameHost(services, request)) throw new ServiceError('noSuchPath')
    })
    addFrameFiles(scope, services)
    addWidgetFiles(scope)
    addOwnPages(scope)
  })

  app.register(
    async (scope) => {
      scope.decorateRequest('frameSession')
      // Files are read where they are used, with the limits of their route.
      await scope.register(multipart)
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store')
        request.trail.operation = 'frame'
        if (!isFrameHost(services, request)) throw new ServiceError('noSuchPath')
        if (services.phase.current !== 'serving') {
          throw new ServiceError('notReady', { retryAfterSeconds: 2 })
        }
      })
      scope.setErrorHandler((error, request, reply) => answerFailure(services, error, request, reply))
      scope.setNotFoundHandler((request, reply) => {
        request.trail.operation = 'unknown'
        return answerFailure(services, new ServiceError('noSuchPath'), request, reply)
      })
      addSessionRoutes(scope, services)
      addJourneyRoutes(scope, services)
    },
    { prefix: frameApiPath },
  )
}

async function answerFailure(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { http, body, retryAfterSeconds, cause } = pageFailure(
    await countStranger(services, error, request, reply),
  )
  if (cause !== undefined) {
    services.logger.error({ id: request.id, operation: request.trail.operation, err: cause }, body.error.code)
  }
  request.trail.code = http
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (services.phase.current === 'stopping') reply.header('connection', 'close')
  // A body that nobody reads any more is let through, so that the client reads the answer.
  if (http === 413 || http === 409) request.raw.resume()
  return reply.code(http).send({ ...body, ...(await viewBeside(services, http, request)) })
}

/** A call that failed before its session was known counts against its network: what is told if that is one too many. */
async function countStranger(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (request.frameSession || reply.hasHeader('ratelimit')) return error
  try {
    await applyRateLimit(services.limiter, unidentifiedPolicy(request), reply)
    return error
  } catch (refused) {
    return refused
  }
}

/** A page that is behind is told where the journey is, and how many tries are left. */
async function viewBeside(services: Services, http: number, { frameSession }: FastifyRequest) {
  if (!frameSession || ![409, 422, 429].includes(http)) return {}
  try {
    return { view: await viewOf(services.runtime.verification, frameSession) }
  } catch (error) {
    services.logger.warn({ err: error }, 'a view could not be made')
    return {}
  }
}
