import { networkOf } from '@touchstone/common'
import type { FastifyRequest } from 'fastify'
import type { RatePolicy } from './apply-rate-limit.ts'

const perApplication = 20
const perNetwork = 60

/**
 * Returns the limits of a call that names an application but has no key. An application limit alone would let
 * a stranger use up the quota of the merchant's users. A limit per network and application alone would be
 * ineffective, because a caller can invent any number of application names.
 */
export function openCallPolicies(request: FastifyRequest, application: string): RatePolicy[] {
  const network = networkOf(request.ip)
  const name = application.slice(0, 64)
  return [
    { name: 'open', key: `open:${network}:${name}`, limit: perApplication },
    { name: 'open-network', key: `open-network:${network}`, limit: perNetwork },
  ]
}
