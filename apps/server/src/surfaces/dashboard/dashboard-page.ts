import { join } from 'node:path'
import { ServiceError } from '@touchstone/contract'
import type { FastifyInstance } from 'fastify'
import { sendStatic } from '../../files/send-static.ts'
import { siteAssets, siteFolder } from '../../files/site-files.ts'
import { staticFile } from '../../files/static-file.ts'
import { picturePageHeaders } from '../../pages/index.ts'
import type { Services } from '../../plugins/services.ts'

/** The page, under each of its addresses, and what it loads. It is public: what it shows comes by calls with a session. */
export function addDashboardPage(app: FastifyInstance, services: Services): void {
  const host = services.runtime.settings.surfaceHosts.dashboard
  const folder = siteFolder('@touchstone/dashboard')
  const assets = siteAssets(folder)
  const page = staticFile(join(folder, 'index.html'))
  const options = { schema: { hide: true } }

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (host !== undefined && request.hostname.toLowerCase() !== host) throw new ServiceError('noSuchPath')
    })
    scope.get<{ Params: { '*': string } }>('/dashboard/assets/*', options, async (request, reply) => {
      const known = await assets()
      return await sendStatic(request, reply, known.get(request.params['*']), 'immutable')
    })
    for (const path of ['/dashboard', '/dashboard/*']) {
      scope.get(path, options, async (request, reply) => {
        request.trail.operation = 'dashboard-page'
        const { body } = await page.in('identity').catch((cause: unknown) => {
          throw new ServiceError('notReady', { cause })
        })
        return reply.headers(picturePageHeaders).send(body)
      })
    }
  })
}
