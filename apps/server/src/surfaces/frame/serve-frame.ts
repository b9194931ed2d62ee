import type { TSchema } from '@touchstone/contract'
import { findSession, type Session, type VerificationContext, viewOf } from '@touchstone/verification'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import type { Services } from '../../plugins/services.ts'

export type FrameCall<Body> = {
  context: VerificationContext
  session: Session
  body: Body
  request: FastifyRequest
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The identified session. Set even if the call is later rejected. */
    frameSession: Session | undefined
  }
}

const callsPerSecond = 30

/** Serves calls from a page that has a session: performs the requested action and returns the new view. */
export function frameServer(app: FastifyInstance, services: Services) {
  const identify = async (request: FastifyRequest): Promise<Session> => {
    const [, bearer = ''] = /^Bearer ([\w-]{20,64})$/.exec(request.headers.authorization ?? '') ?? []
    const session = await findSession(services.runtime.verification, bearer, request.ip)
    request.frameSession = session
    return session
  }

  return function serve<Body>(
    method: 'GET' | 'POST',
    path: string,
    schema: TSchema | undefined,
    handle: (call: FrameCall<Body>) => Promise<object | undefined>,
  ): void {
    app.route({
      method,
      url: path,
      schema: { hide: true, ...(schema && { body: schema }) },
      preValidation: async (request, reply) => {
        request.trail.operation = `frame${path}`
        const session = await identify(request)
        const policy = { name: 'frame', key: `frame:${session.id}`, limit: callsPerSecond }
        await applyRateLimit(services.limiter, policy, reply)
      },
      handler: async (request) => {
        const context = services.runtime.verification
        const session = request.frameSession
        if (!session) throw new Error('call without a session')
        const more = await handle({ context, session, body: request.body as Body, request })
        return { ...more, view: await viewOf(context, session) }
      },
    })
  }
}
