import { circuitIds } from '../keys/circuit-names.ts'
import { type AttributeSignals, attributeSignals } from './attribute-signals.ts'
import type { UnsignedCredential } from './credential.ts'
import { checksSignal } from './performed-checks.ts'
import { poseidon } from './poseidon.ts'

/** Returns the number that the issuer signs, a hash of the entire credential. */
export function leafOf(credential: UnsignedCredential): bigint {
  const { schema, issuerId, credentialId, validUntil, kind, checks, attributes, commitment } = credential
  const head = poseidon(
    BigInt(schema),
    BigInt(issuerId),
    BigInt(credentialId),
    BigInt(validUntil),
    BigInt(circuitIds[kind]),
    checksSignal(checks),
  )
  const { identity, place, standing } = groupsOf(attributeSignals(attributes))
  return poseidon(head, identity, place, standing, BigInt(commitment))
}

/** Returns the hashes of the three attribute groups. A circuit opens only the groups that its questions need. */
export function groupsOf(signals: AttributeSignals): { identity: bigint; place: bigint; standing: bigint } {
  const { sanctionResult, sanctionDate, accreditation, accreditedUntil } = signals
  return {
    identity: poseidon(signals.birthDate, signals.citizenship, signals.documentExpiry),
    place: poseidon(signals.residence, signals.location, signals.residenceUntil),
    standing: poseidon(sanctionResult, sanctionDate, accreditation, accreditedUntil),
  }
}
