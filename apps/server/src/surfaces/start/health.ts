import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { whatAnswers } from '../../what-answers.ts'

/** live: the process answers. ready: it can do its work; a balancer sends it nothing while this says no. */
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
      // All nodes share it, and without it verification still works: no reason to send calls elsewhere.
      ledger: services.runtime.ledger.place === 'absent' ? 'none' : ledger ? 'ok' : 'no answer',
      // Without Redis each node limits by itself: worse, but no reason to stop serving.
      limits: limits ? 'ok' : 'not shared',
    }
  })
}
