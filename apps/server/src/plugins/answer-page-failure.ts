import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageFailure } from './page-failure.ts'
import { applyRateLimit } from './rate-limit/apply-rate-limit.ts'
import { unidentifiedPolicy } from './rate-limit/unidentified-policy.ts'
import type { Services } from './services.ts'

type Failed = { error: unknown; request: FastifyRequest; reply: FastifyReply }

/**
 * Responds to a failed call from one of the service's pages. `isKnown` means that the caller was identified
 * before the failure. Otherwise, the call counts towards the limit of the caller's network. `beside` returns
 * additional response fields.
 */
export async function answerPageFailure(
  services: Services,
  { error, request, reply }: Failed,
  { isKnown, beside }: { isKnown: boolean; beside?: (http: number) => Promise<object> },
): Promise<FastifyReply> {
  const reported = isKnown ? error : await countUnidentified(services, { error, request, reply })
  const { http, body, retryAfterSeconds, cause } = pageFailure(reported)
  if (cause !== undefined) {
    services.logger.error({ id: request.id, operation: request.trail.operation, err: cause }, body.error.code)
  }
  request.trail.code = http
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (services.phase.current === 'stopping') reply.header('connection', 'close')
  // Reads and discards the remaining body, so that the client can read the response.
  if (http === 413 || http === 409) request.raw.resume()
  return reply.code(http).send({ ...body, ...(await beside?.(http)) })
}

/**
 * Counts the call, and returns the rate limit error if the call exceeds the network's limit, or the original
 * error if it does not.
 */
async function countUnidentified(services: Services, { error, request, reply }: Failed): Promise<unknown> {
  if (reply.hasHeader('ratelimit')) return error
  try {
    await applyRateLimit(services.limiter, unidentifiedPolicy(request), reply)
    return error
  } catch (refused) {
    return refused
  }
}
