import { networkOf } from '@touchstone/common'
import type { ChangedBy, SignedIn } from '@touchstone/kyc'
import type { FastifyRequest } from 'fastify'

/** A member, from the network that the request came from. */
export function changedBy({ signedIn, request }: { signedIn: SignedIn; request: FastifyRequest }): ChangedBy {
  return { actor: 'member', memberId: signedIn.memberId, network: networkOf(request.ip) }
}
