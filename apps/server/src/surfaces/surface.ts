import { ServiceError, type SurfaceName } from '@touchstone/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../plugins/services.ts'

export type Surface = (app: FastifyInstance, services: Services) => void

/** Hangs a surface on the server; one that has a host name of its own answers only there. */
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
      // Answers hold people's data, and the statistics' address may hold a key: no cache may keep them.
      reply.header('cache-control', 'no-store')
      request.trail.operation = request.routeOptions.config.operation?.id ?? name
      done()
    })
    // After all hooks of the request: a page of another site can read the refusal only under the headers that they set. A
    // preflight is answered while the service starts, or the browser would not even send what is refused then.
    scope.addHook('preParsing', (request, _reply, payload, done) => {
      const refused = refusal(request)
      if (refused && !(refused.kind === 'notReady' && request.method === 'OPTIONS')) done(refused)
      else done(null, payload)
    })
    surface(scope, services)
  })
}
