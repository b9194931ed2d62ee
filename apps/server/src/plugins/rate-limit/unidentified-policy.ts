import { networkOf } from '@touchstone/common'
import type { FastifyRequest } from 'fastify'
import type { RatePolicy } from './apply-rate-limit.ts'

/**
 * Allowed failing calls per second and network: far above the rate of a legitimate client, far below a flood.
 */
const perNetwork = 500

/** Returns the limit for a call that failed before its key or session was identified. */
export function unidentifiedPolicy(request: FastifyRequest): RatePolicy {
  return { name: 'unidentified', key: `unidentified:${networkOf(request.ip)}`, limit: perNetwork }
}
