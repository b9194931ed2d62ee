import { circuitIds } from '../keys/circuit-names.ts'
import { credentialSchema } from '../schema.ts'
import { attributeSignals } from './attribute-signals.ts'
import type { AnyUnsignedCredential } from './credential.ts'
import { groupsOf } from './groups-of.ts'
import { checksSignal } from './performed-checks.ts'
import { poseidon } from './poseidon.ts'

/** What the issuer signs: one number over all that the credential says. */
export function leafOf(credential: AnyUnsignedCredential): bigint {
  const { identity, place, standing } = groupsOf(attributeSignals(credential.attributes))
  return poseidon(headOf(credential), identity, place, standing, BigInt(credential.commitment))
}

function headOf(credential: AnyUnsignedCredential): bigint {
  const { issuerId, credentialId, validUntil } = credential
  const numbers = [BigInt(issuerId), BigInt(credentialId), BigInt(validUntil)] as const
  if (credential.schema !== credentialSchema) return poseidon(BigInt(credential.schema), ...numbers)
  const said = [BigInt(circuitIds[credential.kind]), checksSignal(credential.checks)] as const
  return poseidon(BigInt(credentialSchema), ...numbers, ...said)
}
