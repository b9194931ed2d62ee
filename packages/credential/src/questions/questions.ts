import { type CountryRule, countrySet } from '../attributes/country-set.ts'
import { type CircuitName, circuitIds } from '../keys/circuit-names.ts'
import type { FieldText } from '../leaf/credential.ts'
import { alwaysPerformed, checksSignal, type PerformedCheck } from '../leaf/performed-checks.ts'
import { poseidon } from '../leaf/poseidon.ts'
import { credentialSchema } from '../schema.ts'

/** What a program asks, as the circuit opens it; the proof shows only its hash. Made by the functions beside this. */
export type Questions<Kind extends CircuitName = CircuitName> = {
  kind: Kind
  /** The circuit's inputs that belong to the questions. */
  inputs: Readonly<Record<string, FieldText>>
  hash: FieldText
}

/** What each circuit asks of the attributes, in the order in which it hashes the questions. */
export const attributeQuestions = {
  personhood: [],
  kyc: ['minimumAge', 'citizenshipSet', 'locationSet', 'sanctionYears'],
  address: ['residenceSet'],
  investor: ['accreditationLevel'],
} as const satisfies Record<CircuitName, readonly string[]>

type Asked<Kind extends CircuitName> = Record<(typeof attributeQuestions)[Kind][number], bigint>

/** Questions as the circuit of their kind hashes them: what must have been checked, then what is asked of the attributes. */
export function makeQuestions<Kind extends CircuitName>(
  kind: Kind,
  asked: Asked<Kind>,
  performed: readonly PerformedCheck[] = [],
): Questions<Kind> {
  const required = checksSignal([...alwaysPerformed[kind], ...performed])
  const inputs: Record<string, bigint> = { required, ...asked }
  const values = attributeQuestions[kind].map((name) => inputs[name] ?? 0n)
  // With the schema: the same questions of another schema have another hash.
  const tag = BigInt(10 * credentialSchema + circuitIds[kind])
  return {
    kind,
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)])),
    hash: String(poseidon(tag, required, ...values)),
  }
}

/** A number of a question: the circuits take eight bits. */
export function smallNumber(value: number, name: string, least: number): bigint {
  if (Number.isInteger(value) && value >= least && value <= 255) return BigInt(value)
  throw new RangeError(`the question "${name}" takes a whole number from ${least} to 255`)
}

/** Is this somebody whom the issuer knows, alive before a camera, and not twice? */
export function personhoodQuestions(): Questions<'personhood'> {
  return makeQuestions('personhood', {})
}

export type KycRule = {
  /** In years; 0 asks nothing. */
  minimumAge: number
  citizenship: CountryRule
  /** Where the device was when the person was checked. */
  location: CountryRule
  /** Screened and found on no sanction list within so many years; 0 asks nothing. */
  sanctionYears: number
  /** What must have been checked, beside the document and the living face that are always asked for. */
  performed?: readonly PerformedCheck[]
}

/** Old enough, of an admitted citizenship, in an admitted place, not listed? A document that has not expired is always asked. */
export function kycQuestions(rule: KycRule): Questions<'kyc'> {
  const asked = {
    minimumAge: smallNumber(rule.minimumAge, 'minimumAge', 0),
    citizenshipSet: countrySet(rule.citizenship),
    locationSet: countrySet(rule.location),
    sanctionYears: smallNumber(rule.sanctionYears, 'sanctionYears', 0),
  }
  return makeQuestions('kyc', asked, rule.performed)
}

/** A proven residence, still good, in an admitted country? Whichever country: an unknown one is no proven residence. */
export function addressQuestions(rule: { residence: CountryRule }): Questions<'address'> {
  return makeQuestions('address', { residenceSet: countrySet(rule.residence) & ~1n })
}

/** An investor of at least this level, from 1, whose accreditation is still good? */
export function investorQuestions(rule: { level: number }): Questions<'investor'> {
  return makeQuestions('investor', { accreditationLevel: smallNumber(rule.level, 'level', 1) })
}
