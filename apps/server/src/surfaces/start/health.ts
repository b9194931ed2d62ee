import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { whatAnswers } from '../../what-answers.ts'

/**
 * live: the process responds. ready: the service can do its work; a load balancer stops sending requests
 * while it is not ready.
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
      // All nodes share the ledger, and verification works without it, so its failure must not redirect calls
      // to other nodes.
      ledger: services.runtime.ledger.place === 'absent' ? 'none' : ledger ? 'ok' : 'no answer',
      // Without Redis each node limits separately. This is not a reason to stop serving.
      limits: limits ? 'ok' : 'not shared',
    }
  })
}
