import { networkOf } from '@touchstone/common'
import type { ChangedBy, SignedIn } from '@touchstone/kyc'
import type { FastifyRequest } from 'fastify'

export function changedBy({ memberId }: SignedIn, request: FastifyRequest): ChangedBy {
  return { actor: 'member', memberId, network: networkOf(request.ip) }
}
