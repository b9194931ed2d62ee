import { isServedOverHttps, type TrustedProxies } from '@touchstone/runtime'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { compileSchema } from './plugins/compile-schema.ts'
import { addErrorHandling, answerUnreadablePath, rawErrorResponse } from './plugins/errors.ts'
import type { Services } from './plugins/services.ts'
import { adminGateway } from './surfaces/admin-gateway/routes.ts'
import { auth } from './surfaces/auth/routes.ts'
import { addDashboard } from './surfaces/dashboard/add-dashboard.ts'
import { addDemoProvider } from './surfaces/demo-provider/add-demo-provider.ts'
import { addDemoSite } from './surfaces/demo-site/add-demo-site.ts'
import { addFrame } from './surfaces/frame/add-frame.ts'
import { addMcp } from './surfaces/mcp/add-mcp.ts'
import { openapi } from './surfaces/openapi/routes.ts'
import { addDocsPages } from './surfaces/start/docs-pages.ts'
import { addHealth } from './surfaces/start/health.ts'
import { addMailboxPage } from './surfaces/start/mailbox-page.ts'
import { addOpenapiDocument, addReference } from './surfaces/start/reference.ts'
import { addStartPage, type StartPageSource } from './surfaces/start/start-page.ts'
import { addSurface } from './surfaces/surface.ts'
import { addRequestLog, requestId } from './telemetry/request-log.ts'

/** Limit for request bodies in bytes. The largest valid body is a few hundred bytes long. */
const bodyLimit = 64 * 1024

export async function buildServer(services: Services, start: StartPageSource): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: false,
    genReqId: requestId,
    bodyLimit,
    trustProxy: trustProxy(services.runtime.settings.trustProxy),
    exposeHeadRoutes: false,
    // Fastify's own 503 response is disabled, because each surface sends a 503 response in its own envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Long enough to upload document pictures over a slow connection.
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler(error, socket) {
      const status =
        error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
      if (socket.writable) socket.end(rawErrorResponse(status))
      else socket.destroy(error)
    },
    // Responds to requests for paths that the router cannot decode, such as /%zz. Such requests never reach
    // hooks or routes.
    frameworkErrors: (_error, request, reply) => answerUnreadablePath(request, reply),
  })
  app.setValidatorCompiler(({ schema }) => compileSchema(schema as object))
  // Operations serialize their own responses, so Fastify does not need to compile a serializer for them.
  app.setSerializerCompiler(() => JSON.stringify)
  app.removeContentTypeParser('text/plain')

  addRequestLog(app, services)
  app.addHook('onRequest', (request, reply, done) => {
    if (isOverHttps(services, request)) reply.header('strict-transport-security', `max-age=${aYearSeconds}`)
    done()
  })
  addErrorHandling(app, services)
  await addOpenapiDocument(app)

  addSurface(app, services, 'admin-gateway', adminGateway)
  addSurface(app, services, 'openapi', openapi)
  addSurface(app, services, 'auth', auth)

  addMcp(app, services)
  addFrame(app, services)
  addDashboard(app, services, start)
  addDemoProvider(app, services)
  addDemoSite(app, services, start)

  addHealth(app, services)
  addReference(app)
  addDocsPages(app, services, start)
  addStartPage(app, services, start)
  addMailboxPage(app, services)
  await app.ready()
  return app
}

const aYearSeconds = 31_536_000

/**
 * Returns whether the browser used https. If no trusted proxy reports the protocol, the settings decide: in
 * production, a proxy always terminates TLS.
 */
function isOverHttps({ runtime: { settings } }: Services, request: FastifyRequest): boolean {
  const isReported = settings.trustProxy !== 'off' && request.headers['x-forwarded-proto'] !== undefined
  return request.protocol === 'https' || (!isReported && isServedOverHttps(settings))
}

type Trust = false | string[] | ((address: string, hop: number) => boolean)

/**
 * Converts the trusted proxies to the form that Fastify expects. A number becomes a function, because Fastify
 * would trust no proxy if given the number itself. A client with direct access to the port can forge the
 * forwarding header, so the documentation requires that only the proxy can reach the port.
 */
function trustProxy(proxies: TrustedProxies): Trust {
  if (proxies === 'off') return false
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return [...proxies]
}
