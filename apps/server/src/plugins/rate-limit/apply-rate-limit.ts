import { ServiceError } from '@touchstone/contract'
import type { FastifyReply } from 'fastify'
import type { RateDecision, RateLimiter } from './rate-limiter.ts'

export type RatePolicy = { name: string; key: string; limit: number }

/** Counts a call, writes the RateLimit headers (IETF httpapi draft) and throws `rateLimit` when it is one too many. */
export async function applyRateLimit(
  limiter: RateLimiter,
  policy: RatePolicy,
  reply: FastifyReply,
): Promise<void> {
  const taken = limiter.take(policy.key, policy.limit)
  const decision: RateDecision = taken instanceof Promise ? await taken : taken
  const seconds = Math.max(1, Math.ceil(decision.resetMs / 1000))
  reply.header('ratelimit-policy', `"${policy.name}";q=${policy.limit};w=1`)
  reply.header('ratelimit', `"${policy.name}";r=${decision.remaining};t=${seconds}`)
  if (!decision.allowed) throw new ServiceError('rateLimit', { retryAfterSeconds: seconds })
}
