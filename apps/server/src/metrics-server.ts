import Fastify, { type FastifyInstance } from 'fastify'
import type { Metrics } from './telemetry/metrics.ts'

/** /metrics on a port of its own, which is not meant to be reachable from outside. */
export function buildMetricsServer(metrics: Metrics): FastifyInstance {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', metrics.registry.contentType)
    return await metrics.registry.metrics()
  })
  return app
}
