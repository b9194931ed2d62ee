import { randomUUID } from 'node:crypto'
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
  }: { requestLogger: Logger; metrics: Metrics; callCounter: CallCounter },
): void {
  app.decorateRequest('trail')

  app.addHook('onRequest', (request, reply, done) => {
    request.trail = { operation: 'page', merchant: undefined, code: 0, startedAt: performance.now() }
    reply.header('x-request-id', request.id)
    metrics.requestStarted()
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { operation, merchant, startedAt } = request.trail
    const code = request.trail.code || reply.statusCode
    const ms = performance.now() - startedAt
    metrics.requestDone(operation, code, ms / 1000)
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
