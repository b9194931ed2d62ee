import { attributeSignals } from './attribute-signals.ts'
import type { UnsignedCredential } from './credential.ts'
import { groupsOf } from './groups-of.ts'
import { poseidon } from './poseidon.ts'

/** What the issuer signs: one number over all that the credential says. */
export function leafOf(credential: UnsignedCredential): bigint {
  const { schema, issuerId, credentialId, validUntil, commitment } = credential
  const head = poseidon(BigInt(schema), BigInt(issuerId), BigInt(credentialId), BigInt(validUntil))
  const { identity, place, standing } = groupsOf(attributeSignals(credential.attributes))
  return poseidon(head, identity, place, standing, BigInt(commitment))
}
