import { networkOf } from '@touchstone/common'
import type { FastifyRequest } from 'fastify'
import type { RatePolicy } from './apply-rate-limit.ts'

const perApplication = 20
const perNetwork = 60

/**
 * Returns the limits for a call that names an application but has no key. A limit per application would let a
 * stranger use up the quota of the merchant's users, so calls are limited per network and application.
 * Because a caller can invent any number of application names, calls are also limited per network.
 */
export function openCallPolicies(request: FastifyRequest, application: string): RatePolicy[] {
  const network = networkOf(request.ip)
  const name = application.slice(0, 64)
  return [
    { name: 'open', key: `open:${network}:${name}`, limit: perApplication },
    { name: 'open-network', key: `open-network:${network}`, limit: perNetwork },
  ]
}
