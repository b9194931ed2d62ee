import type { CircuitName } from '../keys/circuit-names.ts'
import { type AttributeSignals, attributeSignals } from '../leaf/attribute-signals.ts'
import type { Credential } from '../leaf/credential.ts'
import { checksSignal } from '../leaf/performed-checks.ts'
import { credentialSchema } from '../schema.ts'
import type { Questions } from './questions.ts'

export type FailureReason =
  | 'schema.other'
  | 'kind.other'
  | 'check.not-performed'
  | 'credential.expired'
  | 'age.below-limit'
  | 'citizenship.barred'
  | 'location.barred'
  | 'document.expired'
  | 'sanction.not-screened'
  | 'sanction.listed'
  | 'sanction.too-old'
  | 'residence.barred'
  | 'residence.expired'
  | 'accreditation.too-low'
  | 'accreditation.expired'

type Asked = { has: AttributeSignals; asked: Readonly<Record<string, bigint>>; today: bigint }

/** Each failure reason with its condition, in the order of the circuit's checks. */
const reasons: Record<CircuitName, readonly (readonly [FailureReason, (about: Asked) => boolean])[]> = {
  personhood: [],
  kyc: [
    [
      'age.below-limit',
      ({ has, asked, today }) => asks(asked.minimumAge) && today - has.birthDate < years(asked.minimumAge),
    ],
    ['citizenship.barred', ({ has, asked }) => !isIn(asked.citizenshipSet, has.citizenship)],
    ['location.barred', ({ has, asked }) => !isIn(asked.locationSet, has.location)],
    ['document.expired', ({ has, today }) => has.documentExpiry < today],
    ['sanction.not-screened', ({ has, asked }) => asks(asked.sanctionYears) && has.sanctionResult === 0n],
    ['sanction.listed', ({ has, asked }) => asks(asked.sanctionYears) && has.sanctionResult > 1n],
    [
      'sanction.too-old',
      ({ has, asked, today }) =>
        asks(asked.sanctionYears) && has.sanctionDate + years(asked.sanctionYears) < today,
    ],
  ],
  address: [
    ['residence.barred', ({ has, asked }) => !isIn(asked.residenceSet, has.residence)],
    ['residence.expired', ({ has, today }) => has.residenceUntil < today],
  ],
  investor: [
    ['accreditation.too-low', ({ has, asked }) => has.accreditation < (asked.accreditationLevel ?? 0n)],
    ['accreditation.expired', ({ has, today }) => has.accreditedUntil < today],
  ],
}

/**
 * Returns the reasons why a proof would fail, or an empty list. The result only gives the holder early
 * feedback; the circuit decides.
 */
export function failureReasons(
  credential: Credential,
  questions: Questions,
  { today }: { today: number },
): FailureReason[] {
  const about: Asked = {
    has: attributeSignals(credential.attributes),
    asked: Object.fromEntries(Object.entries(questions.inputs).map(([name, text]) => [name, BigInt(text)])),
    today: BigInt(today),
  }
  return [
    ...saysEnough(credential, questions),
    ...(credential.validUntil < today ? ['credential.expired' as const] : []),
    ...reasons[questions.kind].filter(([, holds]) => holds(about)).map(([reason]) => reason),
  ]
}

/** Returns whether the credential has the current schema, the required kind and the required checks. */
function saysEnough(credential: Credential, { kind, inputs }: Questions): FailureReason[] {
  if (credential.schema !== credentialSchema) return ['schema.other']
  const missing = BigInt(inputs.required ?? 0) & ~checksSignal(credential.checks)
  return [
    ...(credential.kind === kind ? [] : ['kind.other' as const]),
    ...(missing === 0n ? [] : ['check.not-performed' as const]),
  ]
}

function asks(value: bigint | undefined): boolean {
  return value !== undefined && value > 0n
}

function years(value: bigint | undefined): bigint {
  return (value ?? 0n) * 10000n
}

function isIn(set: bigint | undefined, index: bigint): boolean {
  return (((set ?? 0n) >> index) & 1n) === 1n
}
