import { networkOf } from '@touchstone/common'
import type { FastifyRequest } from 'fastify'
import type { RatePolicy } from './apply-rate-limit.ts'

/**
 * Failing calls allowed per second from each network. Legitimate clients stay far below this rate, and floods
 * are far above it.
 */
const perNetwork = 500

/** Returns the limit for a call that failed before its key or session was identified. */
export function unidentifiedPolicy(request: FastifyRequest): RatePolicy {
  return { name: 'unidentified', key: `unidentified:${networkOf(request.ip)}`, limit: perNetwork }
}
