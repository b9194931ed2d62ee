import type { CircuitName } from '../keys/circuit-names.ts'

/**
 * What can have been done before a credential is issued. A check is known by its place, which circuits and contracts have
 * frozen: new ones are added at the end, and there is room for sixteen.
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
] as const

export type PerformedCheck = (typeof performedChecks)[number]

/** What the circuit of a kind asks for whatever else is asked, so that nobody can leave it out of the questions. */
export const alwaysPerformed = {
  personhood: ['liveness', 'unique'],
  kyc: ['document', 'liveness'],
  address: ['address'],
  investor: ['accreditation'],
} as const satisfies Record<CircuitName, readonly PerformedCheck[]>

/** Those of these names that a credential can tell of, each once and in their order. */
export function toPerformedChecks(names: Iterable<string>): PerformedCheck[] {
  const given = new Set(names)
  return performedChecks.filter((check) => given.has(check))
}

/** As circuits take them: bit i is check i. */
export function checksSignal(checks: readonly PerformedCheck[]): bigint {
  return checks.reduce((bits, check) => bits | (1n << BigInt(performedChecks.indexOf(check))), 0n)
}
