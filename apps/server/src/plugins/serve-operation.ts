import type { Clock } from '@touchstone/common'
import { type DataOf, type Operation, type RequestOf, ServiceError } from '@touchstone/contract'
import { type Access, permits } from '@touchstone/kyc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identifyCaller, refusalOf } from './credentials.ts'
import { successAnswer } from './envelope.ts'
import { isServed } from './is-served.ts'
import { applyRateLimit } from './rate-limit/apply-rate-limit.ts'
import { openCallPolicies } from './rate-limit/open-call-policies.ts'
import { compileResponse, documentedResponses } from './response-schema.ts'
import type { Services } from './services.ts'
import { signalOfHangUp } from './signal-of-hang-up.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}

export type OpenCall<Op extends Operation> = {
  input: RequestOf<Op>
  /** Returns a signal that aborts when the caller disconnects, so that long-running work can stop. */
  callerIsGone(): AbortSignal
}
export type Call<Op extends Operation> = OpenCall<Op> & { access: Access; request: FastifyRequest }

type AnswerOf<Op extends Operation> = (
  call: Op['credentials'] extends 'none' ? OpenCall<Op> : Call<Op>,
) => Promise<DataOf<Op>>

type ServeOptions<Op extends Operation> = {
  /** Returns how many calls the request counts as. Default: one. */
  callsOf?(call: Call<Op>): number
}

/**
 * Serves an operation: validates the request, checks credentials and rate limit, calls the engine, validates
 * the response and wraps it in its envelope. The server's error handler puts errors into the envelope.
 */
export function serveOperation<Op extends Operation>(
  app: FastifyInstance,
  services: Services,
  operation: Op,
  answer: AnswerOf<Op>,
  { callsOf }: ServeOptions<Op> = {},
): void {
  const { accessService, consoleRights, limiter, runtime } = services
  const respond = createResponder(operation, runtime.clock)

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const input = (operation.method === 'GET' ? request.query : request.body) as RequestOf<Op>
    const access = await identifyCaller(accessService, consoleRights, operation, request)
    if (access) request.trail.merchant = access.merchant.mchNo
    const policy = access
      ? { name: access.merchant.plan, key: `key:${access.keyId}`, limit: access.callsPerSecond }
      : openCallPolicies(request, applicationOf(request))
    const call = { input, access, request, callerIsGone: () => signalOfHangUp(reply) } as never
    const isPermitted = access === undefined || permits(access, operation.scope)
    await applyRateLimit(limiter, policy, reply, isPermitted ? callsOf?.(call) : 1)
    if (!isPermitted) throw refusalOf(operation)
    const data = await answer(call)
    return respond(request, reply, data)
  }

  for (const url of [operation.path, ...(operation.aliases ?? [])]) {
    app.route({
      method: operation.method,
      url,
      config: { operation },
      ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
      schema: {
        ...(operation.method === 'GET' ? { querystring: operation.request } : { body: operation.request }),
        response: documentedResponses(operation),
        operationId: operation.id,
        summary: operation.summary,
        ...(operation.scope && { description: `Scope of the API key: \`${operation.scope}\`` }),
        tags: [operation.group],
        ...(url === operation.path && isServed(operation, runtime.settings) ? {} : { hide: true }),
        ...(operation.credentials === 'query-or-headers'
          ? { security: [{ mch_no: [], api_key: [] }, {}] }
          : { security: [] }),
      },
      handler,
    })
  }
}

function createResponder<Op extends Operation>(operation: Op, clock: Clock) {
  const { validate, serialize } = compileResponse(operation)
  // An engine returns cached data as the same object each time, so each object is validated and serialized
  // only once. Gateway responses cannot be reused, because their envelope contains the time of the response.
  const written = new WeakMap<object, string>()
  const isRepeatable = operation.envelope !== 'gateway'

  const write = (body: object): string => {
    if (validate(body)) return serialize(body)
    const where = validate.errors?.[0]
    throw new ServiceError('system', {
      cause: new Error(
        `the response of ${operation.id} violates its schema at ${where?.instancePath}: ${where?.keyword}`,
      ),
    })
  }

  return (request: FastifyRequest, reply: FastifyReply, data: DataOf<Op>): string => {
    const { code, body } = successAnswer(operation.envelope, data, clock)
    request.trail.code = code
    reply.header('content-type', 'application/json; charset=utf-8')
    if (!isRepeatable || typeof data !== 'object' || data === null) return write(body)
    const text = written.get(data) ?? write(body)
    written.set(data, text)
    return text
  }
}

function applicationOf(request: FastifyRequest): string {
  const { appId, mchNo } = request.body as { appId?: string; mchNo?: string }
  return appId ?? mchNo ?? ''
}
