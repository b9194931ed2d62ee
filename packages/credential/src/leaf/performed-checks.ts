import type { CircuitName } from '../keys/circuit-names.ts'

/**
 * The checks that can be performed before a credential is issued. A check is identified by its position in
 * this list, which is frozen in circuits and contracts. Add new checks at the end. The circuits support
 * sixteen checks.
 */
export const performedChecks = [
  'document',
  'liveness',
  'face-match',
  'unique',
  'sanction',
  'location',
  'address',
  'accreditation',
  /** The live face was recorded under randomly coloured light, not just reviewed by a person. */
  'liveness-colours',
] as const

export type PerformedCheck = (typeof performedChecks)[number]

/** The checks that each circuit always requires. No question set can omit them. */
export const alwaysPerformed = {
  personhood: ['liveness', 'unique'],
  kyc: ['document', 'liveness'],
  address: ['address'],
  investor: ['accreditation'],
} as const satisfies Record<CircuitName, readonly PerformedCheck[]>

/** Returns the names of checks that a credential can record, without duplicates and in their frozen order. */
export function toPerformedChecks(names: Iterable<string>): PerformedCheck[] {
  const given = new Set(names)
  return performedChecks.filter((check) => given.has(check))
}

/** Encodes the checks for the circuits: bit i is check i. */
export function checksSignal(checks: readonly PerformedCheck[]): bigint {
  return checks.reduce((bits, check) => bits | (1n << BigInt(performedChecks.indexOf(check))), 0n)
}
