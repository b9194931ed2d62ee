import { randomUUID } from 'node:crypto'
import type { Tracer, TraceScope } from '@touchstone/common'
import type { ServiceError } from '@touchstone/contract'
import type { CallCounter } from '@touchstone/kyc'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** The fields of a request's log line, which are set while the request is processed. */
export type Trail = {
  operation: string
  merchant: string | undefined
  code: number
  /** Set only if the operation was rejected. */
  error?: ServiceError['kind']
  startedAt: number
  scope: TraceScope
}

declare module 'fastify' {
  interface FastifyRequest {
    trail: Trail
  }
}

/** Adds server-wide hooks: an ID, a log line and metrics for every request. */
export function addRequestLog(
  app: FastifyInstance,
  {
    requestLogger,
    metrics,
    callCounter,
    tracer,
  }: { requestLogger: Logger; metrics: Metrics; callCounter: CallCounter; tracer: Tracer },
): void {
  app.decorateRequest('trail')

  app.addHook('onRequest', (request, reply, done) => {
    const scope = tracer.open(request.id)
    request.trail = { operation: 'page', merchant: undefined, code: 0, startedAt: performance.now(), scope }
    reply.header('x-request-id', request.id)
    metrics.requestStarted()
    tracer.within(scope, () => done())
  })

  // The body arrives in events of the connection, which do not belong to the scope.
  app.addHook('preValidation', (request, _reply, done) => {
    tracer.within(request.trail.scope, () => done())
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { operation, merchant, startedAt } = request.trail
    const code = request.trail.code || reply.statusCode
    const ms = performance.now() - startedAt
    metrics.requestDone(operation, code, ms / 1000)
    tracer.end(request.trail.scope, {
      ...{ name: operation, kind: 'server', isError: reply.statusCode >= 500 },
      attributes: {
        ...{ 'http.request.method': request.method, 'http.response.status_code': reply.statusCode },
        ...{ 'touchstone.operation': operation, 'touchstone.code': code, 'touchstone.request': request.id },
      },
    })
    requestLogger.info(
      { id: request.id, merchant, operation, code, ms: Math.round(ms * 100) / 100 },
      'request',
    )
    // The merchant is logged only for calls with a key, because other calls can name any merchant.
    if (merchant !== undefined && request.routeOptions.config.operation !== undefined) {
      const { error } = request.trail
      callCounter.count(
        merchant,
        error === undefined ? 'answered' : error === 'rateLimit' ? 'limited' : 'error',
      )
    }
    done()
  })
}

/** The ID is always generated here, because an ID from the caller could put arbitrary content in the log. */
export function requestId(): string {
  return randomUUID()
}
