import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  createMcpHandler,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { maxBatchBytes, type Operation, ServiceError } from '@touchstone/contract'
import { permits } from '@touchstone/kyc'
import { mayAgentsWatch } from '@touchstone/kyt'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import type { Services } from '../../plugins/services.ts'
import { signalOfHangUp } from '../../plugins/signal-of-hang-up.ts'
import { makeServer, ToolFailure } from './make-server.ts'
import { type CallOperation, tools } from './tools.ts'

type Credentials = { readonly mchNo: string; readonly apiKey: string }

/**
 * Serves the Model Context Protocol on /mcp. A tool call is an API call with the same credentials, so it has
 * the same rights, limits, answers and log entries.
 */
export function addMcp(app: FastifyInstance, services: Services): void {
  const { accessService, askers, limiter, logger, runtime, phase } = services
  const host = runtime.settings.surfaceHosts.mcp

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    request.trail.operation = 'mcp'
    reply.header('cache-control', 'no-store')
    if (phase.current !== 'serving') throw new ServiceError('notReady', { retryAfterSeconds: 2 })
    if (host !== undefined && request.hostname.toLowerCase() !== host) throw new ServiceError('noSuchPath')
    const gone = signalOfHangUp(reply)
    const web = webRequest(request, gone)
    const forged = originValidationResponse(web, ownHosts(services))
    if (forged !== undefined) return await send(reply, forged)
    const credentials = credentialsOf(request)
    const access = await accessService.identify(credentials.mchNo, credentials.apiKey, request.ip)
    const { mchNo } = access.merchant
    // A tool call counts against the key's limit when it calls its operation. It also counts here, against a limit of
    // the same size, because a call of an unknown tool or with invalid arguments never reaches an operation.
    const { keyId, callsPerSecond: limit } = access
    const key = isToolCall(request.body) ? `mcp:${keyId}` : `key:${keyId}`
    await applyRateLimit(limiter, { name: access.merchant.plan, key, limit }, reply)
    const mayChange = await mayAgentsWatch(runtime.kyt, mchNo)
    const offered = tools.filter(
      ({ changes, scope }) => (changes !== true || mayChange) && permits(access, scope),
    )
    if (offered.length === 0) throw new ServiceError('keyNotPermitted')
    const gatewayHost = runtime.settings.surfaceHosts['admin-gateway'] ?? request.host
    const call = operationCaller(app, request, { credentials, gatewayHost })
    const onProblem = (err: unknown) => logger.error({ id: request.id, err }, 'a tool failed')
    const handler = createMcpHandler(
      () => makeServer({ call, reader: services.kytReader }, { tools: offered, onProblem }),
      // Tools never change while a client is connected, so there is nothing to subscribe to.
      { maxSubscriptions: 1, onerror: (err) => logger.debug({ err }, 'MCP request refused') },
    )
    gone.addEventListener('abort', () => void handler.close(), { once: true })
    const asker = { channel: 'mcp', asker: keyId } as const
    const answer = await askers.run(asker, () => handler.fetch(web, { parsedBody: request.body }))
    return await send(reply, answer)
  }

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit: maxBatchBytes,
    schema: { hide: true },
    handler: serve,
  })
}

/** Reads the credentials only from the headers, because URLs end up in logs. */
function credentialsOf({ headers }: FastifyRequest): Credentials {
  const read = (name: 'mch_no' | 'api_key') => {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value
    throw new ServiceError('parameter', { detail: `${name} is required as a header` })
  }
  return { mchNo: read('mch_no'), apiKey: read('api_key') }
}

/**
 * Returns the host names of the pages that may call the endpoint. Browsers state the origin of a page. No
 * other page may use a server on the visitor's network.
 */
function ownHosts({ runtime: { settings } }: Services): string[] {
  const { publicUrl, production, surfaceHosts } = settings
  return [
    ...(production ? [] : localhostAllowedOrigins()),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
    ...(surfaceHosts.mcp === undefined ? [] : [surfaceHosts.mcp]),
  ]
}

const isToolCall = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === 'tools/call'

/** Calls operations through the whole server, just as a client would. */
function operationCaller(
  app: FastifyInstance,
  request: FastifyRequest,
  { credentials, gatewayHost }: { credentials: Credentials; gatewayHost: string },
): CallOperation {
  return async (operation: Operation, input: object) => {
    const answer = await app.inject({
      method: operation.method,
      url: operation.path,
      remoteAddress: request.ip,
      headers: { host: gatewayHost },
      payload: { ...input, ...credentials },
    })
    const { code, message, data } = answer.json() as { code: number; message: string; data: never }
    if (code !== 200) throw new ToolFailure(`${message} (${code})`)
    return data
  }
}

function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // The body is passed on as a parsed object.
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value)
  }
  const isPost = request.method === 'POST'
  return new Request(new URL(request.url, `${request.protocol}://${request.host}`), {
    method: request.method,
    headers,
    signal,
    ...(isPost && { body: JSON.stringify(request.body ?? null) }),
  })
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  if (response.body === null) return await reply.send('')
  return await reply.send(Readable.fromWeb(response.body as ReadableStream))
}
