import { dashboardApiPath, type TSchema } from '@touchstone/contract'
import fastify from 'fastify'
import type { Services } from '../../apps/server/src/plugins/services.ts'
import { addDashboard } from '../../apps/server/src/surfaces/dashboard/add-dashboard.ts'
import type { StartPageSource } from '../../apps/server/src/surfaces/start/start-page.ts'

export type ServedRoute = { method: 'GET' | 'POST'; path: string; body?: TSchema; query?: TSchema }

/**
 * A stub that has every property. A stub is sufficient, because the routes are only listed here and never
 * called.
 */
const anything: object = new Proxy(() => {}, { get: () => anything })

/** Returns every route that the server adds for the dashboard API. */
export async function dashboardRoutes(): Promise<ServedRoute[]> {
  const routes: ServedRoute[] = []
  const app = fastify()
  app.setValidatorCompiler(() => () => true)
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (!url.startsWith(`${dashboardApiPath}/`) || url.endsWith('*')) return
    const isServed = (given: unknown): given is ServedRoute['method'] => given === 'GET' || given === 'POST'
    if (!isServed(method)) return
    routes.push({
      ...{ method, path: url.slice(dashboardApiPath.length) },
      ...(schema?.body !== undefined && { body: schema.body as TSchema }),
      ...(schema?.querystring !== undefined && { query: schema.querystring as TSchema }),
    })
  })
  addDashboard(app, anything as Services, anything as StartPageSource)
  await app.ready()
  await app.close()
  return routes
}
