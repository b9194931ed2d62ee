import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { whatAnswers } from '../../what-answers.ts'

/**
 * Live means that the process responds. Ready means that the service can work. A load balancer stops sending
 * requests while it is not ready.
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
      // A ledger failure must not redirect calls to other nodes, because all nodes share the ledger and
      // verification works without it.
      ledger: services.runtime.ledger.place === 'absent' ? 'none' : ledger ? 'ok' : 'no answer',
      // Without Redis, each node limits calls separately and can continue to serve.
      limits: limits ? 'ok' : 'not shared',
    }
  })
}
