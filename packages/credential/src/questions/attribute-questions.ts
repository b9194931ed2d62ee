import type { CircuitName } from '../keys/circuit-names.ts'

/** What each circuit asks of the attributes, in the order in which it hashes the questions. */
export const attributeQuestions = {
  personhood: [],
  kyc: ['minimumAge', 'citizenshipSet', 'locationSet', 'sanctionYears'],
  address: ['residenceSet'],
  investor: ['accreditationLevel'],
} as const satisfies Record<CircuitName, readonly string[]>
