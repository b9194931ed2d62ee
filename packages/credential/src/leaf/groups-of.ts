import type { AttributeSignals } from './attribute-signals.ts'
import { poseidon } from './poseidon.ts'

/** The hashes of the three groups of attributes: a circuit opens those that it asks about. */
export function groupsOf(signals: AttributeSignals): { identity: bigint; place: bigint; standing: bigint } {
  const { sanctionResult, sanctionDate, accreditation, accreditedUntil } = signals
  return {
    identity: poseidon(signals.birthDate, signals.citizenship, signals.documentExpiry),
    place: poseidon(signals.residence, signals.location, signals.residenceUntil),
    standing: poseidon(sanctionResult, sanctionDate, accreditation, accreditedUntil),
  }
}
