import { networkOf } from '@touchstone/common'
import type { ChangedBy, SignedIn } from '@touchstone/kyc'
import type { FastifyRequest } from 'fastify'

/** Returns the author of a change for the audit log: the member and the network of the request. */
export function changedBy({ signedIn, request }: { signedIn: SignedIn; request: FastifyRequest }): ChangedBy {
  const isOperator = signedIn.memberships.some(({ role }) => role === 'operator')
  return { actor: 'member', memberId: signedIn.memberId, network: networkOf(request.ip), isOperator }
}

/** Returns the number of the member who makes the call. */
export function memberNoOf({ signedIn }: { signedIn: SignedIn }): string {
  const [first] = [...signedIn.memberships, ...signedIn.invitations]
  return first?.memberNo ?? ''
}
