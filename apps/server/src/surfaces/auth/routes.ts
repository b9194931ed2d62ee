import { accessOperations } from '@touchstone/contract'
import { checkGrant, checkMeidBinding } from '@touchstone/kyc'
import { reportKeySet } from '@touchstone/kyt'
import type { FastifyInstance } from 'fastify'
import { serveOperation } from '../../plugins/serve-operation.ts'
import type { Surface } from '../surface.ts'

export const auth: Surface = (app, services) => {
  const { accessService, tokenService, runtime } = services
  const { getAccessToken, checkGrant: grant, checkMeidBinding: meid } = accessOperations

  serveOperation(app, services, getAccessToken, async ({ input, access }) => {
    const mode = input.apiModePermission === 1 ? 'wallet' : 'email'
    return { accessToken: await tokenService.issue({ appId: access.merchant.mchNo, mode }) }
  })

  app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return await tokenService.jwks()
  })

  app.get('/.well-known/report-keys.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return await reportKeySet(runtime.kyt)
  })

  app.register(async (open) => {
    allowAnyOrigin(open, [grant.path, meid.path])

    serveOperation(open, services, grant, async ({ input }) => {
      const access = await accessService.merchantByNo(input.appId)
      return await checkGrant(runtime.kyc, { ...input, access })
    })

    serveOperation(open, services, meid, async ({ input }) => {
      const access = await accessService.merchantByNo(input.mchNo)
      return await checkMeidBinding(runtime.kyc, { access, userAccount: input.userAccount })
    })
  })
}

/**
 * Pages from any origin can call the checks without credentials. The headers are set before anything can
 * fail, so that a page can also read errors and limits.
 */
function allowAnyOrigin(app: FastifyInstance, paths: readonly string[]): void {
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
