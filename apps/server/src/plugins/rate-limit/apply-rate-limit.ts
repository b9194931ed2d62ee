import { ServiceError } from '@touchstone/contract'
import type { FastifyReply } from 'fastify'
import type { RateLimiter, RateWindow } from './rate-limiter.ts'

export type RatePolicy = RateWindow & { readonly name: string }

/**
 * Counts a call (or several at once), writes the RateLimit headers (IETF httpapi draft) and throws `rateLimit` if the call exceeds
 * the limit. If several policies are given, the call must be within all limits, and a rejected call counts
 * towards none of them.
 */
export async function applyRateLimit(
  limiter: RateLimiter,
  policies: RatePolicy | readonly RatePolicy[],
  reply: FastifyReply,
  calls = 1,
): Promise<void> {
  const all = [policies].flat()
  const taken = limiter.take(all, calls)
  const decisions = taken instanceof Promise ? await taken : taken
  const results = all.map(({ name, limit }, index) => {
    const { allowed = true, remaining = 0, resetMs = 0 } = decisions[index] ?? {}
    const seconds = Math.max(1, Math.ceil(resetMs / 1000))
    return {
      allowed,
      seconds,
      policy: `"${name}";q=${limit};w=1`,
      state: `"${name}";r=${remaining};t=${seconds}`,
    }
  })
  reply.header('ratelimit-policy', results.map(({ policy }) => policy).join(', '))
  reply.header('ratelimit', results.map(({ state }) => state).join(', '))
  const refused = results.filter(({ allowed }) => !allowed).map(({ seconds }) => seconds)
  if (refused.length > 0) throw new ServiceError('rateLimit', { retryAfterSeconds: Math.max(...refused) })
}
