import type { Attributes } from '../attributes/attributes.ts'
import { countryIndex } from '../attributes/country-index.ts'
import type { UnsignedCredential } from './credential.ts'
import { poseidon } from './poseidon.ts'

/** The attributes as the circuits take them. */
export type AttributeSignals = Record<keyof Attributes, bigint>

export function attributeSignals(attributes: Attributes): AttributeSignals {
  const country = (code: string) => {
    const index = countryIndex(code)
    if (index === undefined) throw new RangeError('a credential names a country that is not in the table')
    return BigInt(index)
  }
  return {
    birthDate: BigInt(attributes.birthDate),
    citizenship: country(attributes.citizenship),
    documentExpiry: BigInt(attributes.documentExpiry),
    residence: country(attributes.residence),
    location: country(attributes.location),
    residenceUntil: BigInt(attributes.residenceUntil),
    sanctionResult: BigInt(attributes.sanctionResult),
    sanctionDate: BigInt(attributes.sanctionDate),
    accreditation: BigInt(attributes.accreditation),
    accreditedUntil: BigInt(attributes.accreditedUntil),
  }
}

/** The hashes of the three groups of attributes: a circuit opens those that it asks about. */
export function groupsOf(signals: AttributeSignals): { identity: bigint; place: bigint; standing: bigint } {
  const { sanctionResult, sanctionDate, accreditation, accreditedUntil } = signals
  return {
    identity: poseidon(signals.birthDate, signals.citizenship, signals.documentExpiry),
    place: poseidon(signals.residence, signals.location, signals.residenceUntil),
    standing: poseidon(sanctionResult, sanctionDate, accreditation, accreditedUntil),
  }
}

/** What the issuer signs: one number over all that the credential says. */
export function leafOf(credential: UnsignedCredential): bigint {
  const { schema, issuerId, credentialId, validUntil, commitment } = credential
  const head = poseidon(BigInt(schema), BigInt(issuerId), BigInt(credentialId), BigInt(validUntil))
  const { identity, place, standing } = groupsOf(attributeSignals(credential.attributes))
  return poseidon(head, identity, place, standing, BigInt(commitment))
}
