import { networkOf } from '@touchstone/common'
import type { FastifyRequest } from 'fastify'
import type { RatePolicy } from './apply-rate-limit.ts'

const perApplication = 20
const perNetwork = 60

/**
 * The limits of a call that names an application and has no key. Never by application alone: one stranger could use up
 * what the merchant's users have. Nor by network and application alone: names are made up without end.
 */
export function openCallPolicies(request: FastifyRequest, application: string): RatePolicy[] {
  const network = networkOf(request.ip)
  const name = application.slice(0, 64)
  return [
    { name: 'open', key: `open:${network}:${name}`, limit: perApplication },
    { name: 'open-network', key: `open-network:${network}`, limit: perNetwork },
  ]
}
