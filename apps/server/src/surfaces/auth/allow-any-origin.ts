import type { FastifyInstance } from 'fastify'

/**
 * The checks are asked by pages of any origin and carry no credentials. The headers are set before anything can
 * fail, so that a page can read errors and limits too.
 */
export function allowAnyOrigin(app: FastifyInstance, paths: readonly string[]): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', 'ratelimit, ratelimit-policy, retry-after, x-request-id')
  })
  for (const path of paths) {
    app.options(path, { schema: { hide: true } }, async (_request, reply) => {
      reply.header('access-control-allow-methods', 'POST')
      reply.header('access-control-allow-headers', 'content-type')
      reply.header('access-control-max-age', '86400')
      return reply.code(204).send()
    })
  }
}
