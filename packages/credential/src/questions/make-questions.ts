import { type CircuitName, circuitIds } from '../keys/circuit-names.ts'
import { alwaysPerformed, checksSignal, type PerformedCheck } from '../leaf/performed-checks.ts'
import { poseidon } from '../leaf/poseidon.ts'
import { credentialSchema } from '../schema.ts'
import { attributeQuestions } from './attribute-questions.ts'
import type { Questions } from './questions.ts'

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
