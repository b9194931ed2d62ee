import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import multipart from '@fastify/multipart'
import { frameApiPath, ServiceError } from '@touchstone/contract'
import { requireJourneySettings } from '@touchstone/runtime'
import { viewOf } from '@touchstone/verification'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendStatic } from '../../files/send-static.ts'
import { staticFile } from '../../files/static-file.ts'
import { answerPageFailure } from '../../plugins/answer-page-failure.ts'
import type { Services } from '../../plugins/services.ts'
import { addFrameFiles } from './frame-files.ts'
import { addOwnPages } from './frame-page.ts'
import { isFrameHost } from './is-frame-host.ts'
import { addJourneyRoutes } from './journey-routes.ts'
import { addSessionRoutes } from './session-routes.ts'

/**
 * Serves the verification page, its files and its API. The start page's route handles `/` and forwards the
 * frame's requests.
 */
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
      // Routes read file uploads themselves, with their own limits.
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

function answerFailure(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return answerPageFailure(
    services,
    { error, request, reply },
    { isKnown: request.frameSession !== undefined, beside: (http) => viewBeside(services, http, request) },
  )
}

/**
 * Adds the journey's current state and the remaining attempts to an error response, so that an outdated page
 * can update itself.
 */
async function viewBeside(services: Services, http: number, { frameSession }: FastifyRequest) {
  if (!frameSession || ![409, 422, 429].includes(http)) return {}
  try {
    return { view: await viewOf(services.runtime.verification, frameSession) }
  } catch (error) {
    services.logger.warn({ err: error }, 'could not create the view')
    return {}
  }
}

/** Files for sites that use the widget without a bundler. */
function addWidgetFiles(app: FastifyInstance): void {
  const folder = dirname(createRequire(import.meta.url).resolve('@touchstone/widget/style.css'))
  const paths = ['dist/svc-widget.js', 'dist/svc-widget.global.js', 'style.css']
  for (const path of paths) {
    const file = staticFile(join(folder, path))
    const url = `/widget/${path.replace('dist/', '')}`
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      return await sendStatic(request, reply, file, 'asks')
    })
  }
}
