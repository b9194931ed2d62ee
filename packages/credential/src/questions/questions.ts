import { type CountryRule, countrySet } from '../attributes/country-set.ts'
import { type CircuitName, circuitIds } from '../keys/circuit-names.ts'
import type { FieldText } from '../leaf/credential.ts'
import { alwaysPerformed, checksSignal, type PerformedCheck } from '../leaf/performed-checks.ts'
import { poseidon } from '../leaf/poseidon.ts'
import { credentialSchema } from '../schema.ts'

/**
 * A program's question set in the format of the circuit. A proof reveals only the hash of the question set.
 * Create question sets with the functions in this file.
 */
export type Questions<Kind extends CircuitName = CircuitName> = {
  kind: Kind
  /** The circuit's inputs for the questions. */
  inputs: Readonly<Record<string, FieldText>>
  hash: FieldText
}

/** The attribute questions of each circuit, in the order in which the circuit hashes them. */
export const attributeQuestions = {
  personhood: [],
  kyc: ['minimumAge', 'citizenshipSet', 'locationSet', 'sanctionYears'],
  address: ['residenceSet'],
  investor: ['accreditationLevel'],
} as const satisfies Record<CircuitName, readonly string[]>

type AttributeValues<Kind extends CircuitName> = Record<(typeof attributeQuestions)[Kind][number], bigint>

/**
 * Creates a question set. Its hash covers the required checks, followed by the attribute questions, and
 * equals the hash in the circuit.
 */
export function makeQuestions<Kind extends CircuitName>(
  kind: Kind,
  requirements: AttributeValues<Kind>,
  performed: readonly PerformedCheck[] = [],
): Questions<Kind> {
  const required = checksSignal([...alwaysPerformed[kind], ...performed])
  const inputs: Record<string, bigint> = { required, ...requirements }
  const values = attributeQuestions[kind].map((name) => inputs[name] ?? 0n)
  // The tag contains the schema, so that the hash differs between schemas.
  const tag = BigInt(10 * credentialSchema + circuitIds[kind])
  return {
    kind,
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)])),
    hash: String(poseidon(tag, required, ...values)),
  }
}

/** Validates a numeric question. The circuits use eight bits for the number. */
export function smallNumber(value: number, name: string, least: number): bigint {
  if (Number.isInteger(value) && value >= least && value <= 255) return BigInt(value)
  throw new RangeError(`the question "${name}" requires a whole number from ${least} to 255`)
}

/** Requires a live person whom the issuer has enrolled only once. */
export function personhoodQuestions(): Questions<'personhood'> {
  return makeQuestions('personhood', {})
}

export type KycRule = {
  /** The minimum age in years. 0 means no requirement. */
  minimumAge: number
  citizenship: CountryRule
  /** The countries in which the device is allowed to be at the time of the check. */
  location: CountryRule
  /** The maximum age, in years, of a screening that found no match. 0 means no requirement. */
  sanctionYears: number
  /** Checks that are required in addition to document and liveness, which are always required. */
  performed?: readonly PerformedCheck[]
}

/**
 * Requires a document that has not expired. Can also require a minimum age, citizenship, location and
 * screening.
 */
export function kycQuestions(rule: KycRule): Questions<'kyc'> {
  const values = {
    minimumAge: smallNumber(rule.minimumAge, 'minimumAge', 0),
    citizenshipSet: countrySet(rule.citizenship),
    locationSet: countrySet(rule.location),
    sanctionYears: smallNumber(rule.sanctionYears, 'sanctionYears', 0),
  }
  return makeQuestions('kyc', values, rule.performed)
}

/**
 * Requires a valid proof of residence in an allowed country. Even with 'any', the country of residence must
 * be known.
 */
export function addressQuestions(rule: { residence: CountryRule }): Questions<'address'> {
  return makeQuestions('address', { residenceSet: countrySet(rule.residence) & ~1n })
}

/** Requires a valid accreditation of at least this level. The lowest level is 1. */
export function investorQuestions(rule: { level: number }): Questions<'investor'> {
  return makeQuestions('investor', { accreditationLevel: smallNumber(rule.level, 'level', 1) })
}
