import { networkOf } from '@touchstone/common'
import type { FastifyRequest } from 'fastify'
import type { RatePolicy } from './apply-rate-limit.ts'

/** Failing calls a second of one network; far above what an honest client makes, far below a flood. */
const perNetwork = 500

/** The limit of a call that failed before its key or its session was known. */
export function unidentifiedPolicy(request: FastifyRequest): RatePolicy {
  return { name: 'unidentified', key: `unidentified:${networkOf(request.ip)}`, limit: perNetwork }
}
