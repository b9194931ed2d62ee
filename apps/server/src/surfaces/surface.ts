import { ServiceError, type SurfaceName } from '@touchstone/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../plugins/services.ts'

export type Surface = (app: FastifyInstance, services: Services) => void

/**
 * Registers a surface on the server. A surface with its own host name responds only to requests for that
 * name.
 */
export function addSurface(
  app: FastifyInstance,
  services: Services,
  name: SurfaceName,
  surface: Surface,
): void {
  const host = services.runtime.settings.surfaceHosts[name]
  const refusal = (request: FastifyRequest): ServiceError | undefined => {
    if (services.phase.current !== 'serving') return new ServiceError('notReady', { retryAfterSeconds: 2 })
    if (host !== undefined && request.hostname.toLowerCase() !== host) return new ServiceError('noSuchPath')
    return undefined
  }
  app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      // Caches must store neither responses, which contain personal data, nor URLs of the statistics
      // operation, which can contain a key.
      reply.header('cache-control', 'no-store')
      request.trail.operation = request.routeOptions.config.operation?.id ?? name
      done()
    })
    // Runs after all onRequest hooks, because a page on another site can read the rejection only if those
    // hooks have set the headers. Preflight requests are answered even during startup, because otherwise the
    // browser would not send the call that this hook rejects.
    scope.addHook('preParsing', (request, _reply, payload, done) => {
      const refused = refusal(request)
      if (refused && !(refused.kind === 'notReady' && request.method === 'OPTIONS')) done(refused)
      else done(null, payload)
    })
    surface(scope, services)
  })
}
