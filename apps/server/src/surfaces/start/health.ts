import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { whatAnswers } from '../../what-answers.ts'

/**
 * Serves the health checks. Live means that the process responds. Ready means that the service can process
 * calls. While the service is not ready, a load balancer sends it no requests.
 */
export function addHealth(app: FastifyInstance, services: Services): void {
  app.get('/health/live', { schema: { hide: true }, exposeHeadRoute: true }, async (request) => {
    request.trail.operation = 'health'
    return { status: 'live' }
  })

  app.get('/health/ready', { schema: { hide: true }, exposeHeadRoute: true }, async (request, reply) => {
    request.trail.operation = 'health'
    const { store, ledger, limits } = await whatAnswers(services)
    const { current: phase } = services.phase
    const ready = store && phase === 'serving'
    reply.code(ready ? 200 : 503)
    return {
      status: ready ? 'ready' : phase === 'serving' ? 'not ready' : phase,
      store: store ? 'ok' : 'no answer',
      // A node stays ready if the ledger fails, because all nodes share the ledger and verification works
      // without it.
      ledger: services.runtime.ledger.place === 'absent' ? 'none' : ledger ? 'ok' : 'no answer',
      // A node stays ready without Redis, because each node can limit calls separately.
      limits: limits ? 'ok' : 'not shared',
    }
  })
}
