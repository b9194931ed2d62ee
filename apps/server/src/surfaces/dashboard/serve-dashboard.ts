import { UserError } from '@touchstone/common'
import { csrfHeader, type TSchema } from '@touchstone/contract'
import {
  findSignedIn,
  isCsrfToken,
  type KycContext,
  type Permission,
  recordUse,
  requirePermission,
  type SignedIn,
} from '@touchstone/kyc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compileSchema } from '../../plugins/compile-schema.ts'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import type { Services } from '../../plugins/services.ts'
import { readCookie } from './cookies.ts'

export type DashboardCall<Body, Query> = {
  context: KycContext
  signedIn: SignedIn
  /** The merchant in the path. Undefined for operator-only routes. */
  mchNo: string | undefined
  body: Body
  query: Query
  request: FastifyRequest
  reply: FastifyReply
}

export type DashboardRoute<Body, Query> = {
  method: 'GET' | 'POST'
  /** The path of the route. It starts with `/merchants/:mchNo` if the route belongs to a merchant. */
  path: string
  /**
   * The permission that the call requires. If omitted, every signed-in member can call the route.
   */
  permission?: Permission
  body?: TSchema
  /** Maximum size of the request body in bytes, if it differs from the usual one. */
  bodyLimit?: number
  query?: TSchema
  /** The schema of the response. If omitted, the response is a file stream. */
  answer?: TSchema
  handle(call: DashboardCall<Body, Query>): Promise<object>
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined
  }
}

const callsPerSecond = 30

/** Response of a call that returns no data. */
export const done = { done: true } as const

/**
 * Serves calls from signed-in members: checks the session, rate limit, CSRF token and role, validates the
 * request, calls the handler and validates its response.
 */
export function dashboardServer(app: FastifyInstance, services: Services) {
  const context = services.runtime.kyc

  return function serve<Body = undefined, Query = undefined>(route: DashboardRoute<Body, Query>): void {
    const { method, path, permission, handle } = route
    const isAnswer = route.answer && compileSchema(route.answer)
    app.route({
      method,
      url: path,
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      schema: {
        hide: true,
        ...(route.body && { body: route.body }),
        ...(route.query && { querystring: route.query }),
      },
      preValidation: async (request, reply) => {
        request.trail.operation = `dashboard${path}`
        const token = readCookie(services, request, 'session')
        const signedIn = token && (await findSignedIn(context, token))
        if (!signedIn) throw sessionOver()
        request.signedIn = signedIn
        const policy = { name: 'dashboard', key: `dashboard:${signedIn.memberId}`, limit: callsPerSecond }
        await applyRateLimit(services.limiter, policy, reply)
        if (method === 'POST' && !isCsrfToken(signedIn, headerOf(request))) throw forged()
        if (permission) {
          const membership = requirePermission(signedIn, permission, mchNoOf(request))
          await recordUse(context, signedIn, membership, request.ip)
        }
      },
      handler: async (request, reply) => {
        const { signedIn } = request
        if (!signedIn) throw new Error('call without a session')
        const mchNo = mchNoOf(request)
        request.trail.merchant = mchNo
        const { body, query } = request as { body: Body; query: Query }
        const answer = await handle({ context, signedIn, mchNo, body, query, request, reply })
        if (isAnswer && !isAnswer(answer))
          throw new Error(`the response of ${path} does not match its schema`)
        return answer
      },
    })
  }
}

function mchNoOf(request: FastifyRequest): string | undefined {
  return (request.params as { mchNo?: string }).mchNo
}

function headerOf(request: FastifyRequest): string | undefined {
  const value = request.headers[csrfHeader]
  return typeof value === 'string' ? value : undefined
}

function sessionOver(): UserError {
  return new UserError({
    code: 'session.over',
    message: 'You are not signed in, or your session has expired.',
    remedy: 'Sign in again.',
  })
}

function forged(): UserError {
  return new UserError({
    code: 'page.forged',
    message: 'This request did not come from the page where you are signed in.',
    remedy: 'Reload the page and try again.',
  })
}
