import { STATUS_CODES } from 'node:http'
import {
  type EnvelopeName,
  errorCatalogue,
  type Operation,
  operations,
  ServiceError,
  type SurfaceName,
} from '@touchstone/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders, renderMessagePage } from '../pages/index.ts'
import { classifyError } from './classify-error.ts'
import { errorAnswer } from './envelope.ts'
import { applyRateLimit } from './rate-limit/apply-rate-limit.ts'
import { unidentifiedPolicy } from './rate-limit/unidentified-policy.ts'
import type { Services } from './services.ts'

/**
 * Responds to every error and every unknown path in the envelope of the surface to which the path belongs.
 */
export function addErrorHandling(app: FastifyInstance, services: Services): void {
  const allowed = collectMethods(app)

  app.setErrorHandler(async (error, request, reply) => {
    return await answerError(services, classifyError(error), request, reply)
  })

  app.setNotFoundHandler(async (request, reply) => {
    const methods = allowed.get(pathOf(request))
    if (methods) reply.header('allow', [...methods].join(', '))
    const error = new ServiceError(methods ? 'wrongMethod' : 'noSuchPath')
    request.trail.operation = 'unknown'
    if (!methods && wantsPage(services, request)) {
      reply.code(404).headers(pageHeaders)
      return renderMessagePage({
        title: 'Nothing here',
        text: 'There is no page at this address.',
        links: [
          { href: '/', label: 'Start page' },
          { href: '/docs', label: 'Reference' },
        ],
      })
    }
    return await answerError(services, error, request, reply)
  })
}

async function answerError(
  services: Services,
  error: ServiceError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { logger, limiter, runtime } = services
  const operation = request.routeOptions?.config?.operation
  const envelope = operation?.envelope ?? envelopeOf(services, request)
  let reported = error
  // A call that failed before its key was identified counts towards the limit of the caller's network.
  if (!reply.hasHeader('ratelimit')) {
    try {
      await applyRateLimit(limiter, unidentifiedPolicy(request), reply)
    } catch (refused) {
      reported = classifyError(refused)
    }
  }
  if (reported.kind === 'system' || (reported.kind === 'notReady' && reported.cause)) {
    logger.error(
      { id: request.id, operation: request.trail?.operation, err: reported.cause ?? reported },
      reported.kind,
    )
  }
  const { http, code, body } = errorAnswer(envelope, reported, runtime.clock, operation)
  if (request.trail) Object.assign(request.trail, { code, error: reported.kind })
  if (reported.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(reported.retryAfterSeconds))
  if (reported.kind === 'bodyTooLarge') drain(request)
  if (services.phase.current === 'stopping') reply.header('connection', 'close')
  reply.code(http).header('content-type', 'application/json; charset=utf-8')
  return JSON.stringify(body)
}

/** Lets the client finish sending, so that it receives the response instead of a closed connection. */
function drain(request: FastifyRequest): void {
  request.raw.resume()
}

/** The methods of each path, collected as routes are added. */
function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    const known = methods.get(url) ?? new Set()
    for (const each of [method].flat()) known.add(each)
    methods.set(url, known)
  })
  return methods
}

function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?')
  return end < 0 ? request.url : request.url.slice(0, end)
}

const prefixes: readonly (readonly [prefix: string, envelope: EnvelopeName])[] = [
  ['/zkseradmin/openapi/kyt', 'common'],
  ['/zkseradmin', 'gateway'],
  ['/kyc', 'common'],
  ['/api', 'gateway'],
  ['/appUserGrantMch', 'gateway'],
  ['/.well-known', 'gateway'],
]

const surfaceEnvelopes: Record<SurfaceName, EnvelopeName> = {
  'admin-gateway': 'gateway',
  openapi: 'common',
  auth: 'gateway',
}

const exactPaths = new Map<string, EnvelopeName>(
  Object.values<Operation>(operations).flatMap((operation) =>
    [operation.path, ...(operation.aliases ?? [])].map((path) => [path, operation.envelope] as const),
  ),
)

function knownEnvelope(services: Services, request: FastifyRequest): EnvelopeName | undefined {
  const path = pathOf(request)
  const exact = exactPaths.get(path)
  if (exact) return exact
  const byPrefix = prefixes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
  if (byPrefix) return byPrefix[1]
  const hosts = Object.entries(services.runtime.settings.surfaceHosts)
  const surface = hosts.find(([, host]) => host !== undefined && host === request.hostname.toLowerCase())
  return surface && surfaceEnvelopes[surface[0] as SurfaceName]
}

function envelopeOf(services: Services, request: FastifyRequest): EnvelopeName {
  return knownEnvelope(services, request) ?? 'common'
}

function wantsPage(services: Services, request: FastifyRequest): boolean {
  const browses = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
  return browses && knownEnvelope(services, request) === undefined
}

export function answerUnreadablePath(request: FastifyRequest, reply: FastifyReply): void {
  const message = `${errorCatalogue.parameter.text}: the path is not a valid URL`
  reply.code(400).header('x-request-id', request.id).header('content-type', 'application/json; charset=utf-8')
  reply.send(JSON.stringify({ code: 400, message, data: null }))
}

/**
 * Builds the response to a malformed request that reaches no route. It is written directly to the socket,
 * which is then closed.
 */
export function rawErrorResponse(status: 400 | 408 | 431): string {
  const body = JSON.stringify({ code: status, message: errorCatalogue.parameter.text, data: null })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
