import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageFailure } from './page-failure.ts'
import { applyRateLimit } from './rate-limit/apply-rate-limit.ts'
import { unidentifiedPolicy } from './rate-limit/unidentified-policy.ts'
import type { Services } from './services.ts'

type Failed = { error: unknown; request: FastifyRequest; reply: FastifyReply }

/**
 * Answers a refused call of a page of ours. `isKnown`: whose call it is was found out before it failed; else it counts
 * against its network. `beside`: what the page is told besides the error.
 */
export async function answerPageFailure(
  services: Services,
  { error, request, reply }: Failed,
  { isKnown, beside }: { isKnown: boolean; beside?: (http: number) => Promise<object> },
): Promise<FastifyReply> {
  const reported = isKnown ? error : await countStranger(services, { error, request, reply })
  const { http, body, retryAfterSeconds, cause } = pageFailure(reported)
  if (cause !== undefined) {
    services.logger.error({ id: request.id, operation: request.trail.operation, err: cause }, body.error.code)
  }
  request.trail.code = http
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (services.phase.current === 'stopping') reply.header('connection', 'close')
  // A body that nobody reads any more is let through, so that the client reads the answer.
  if (http === 413 || http === 409) request.raw.resume()
  return reply.code(http).send({ ...body, ...(await beside?.(http)) })
}

/** The error to report: the limit of the network, where this call is one too many for it. */
async function countStranger(services: Services, { error, request, reply }: Failed): Promise<unknown> {
  if (reply.hasHeader('ratelimit')) return error
  try {
    await applyRateLimit(services.limiter, unidentifiedPolicy(request), reply)
    return error
  } catch (refused) {
    return refused
  }
}
