import type { CircuitName } from '../keys/circuit-names.ts'
import type { Artifacts } from './artifacts.ts'
import { calculateWitness } from './calculate-witness.ts'
import type { Proof } from './proof.ts'
import { proveWitness } from './prove-witness.ts'

/**
 * Creates a proof. Blocks the current thread until the proof is complete, so it must be called in a worker.
 */
export async function proveWith(
  artifacts: Artifacts,
  kind: CircuitName,
  inputs: Readonly<Record<string, bigint>>,
  onStep: (step: 'witness' | 'proof') => void = () => undefined,
): Promise<Proof> {
  onStep('witness')
  const witness = await calculateWitness(artifacts.circuit, inputs)
  onStep('proof')
  return proveWitness(artifacts, kind, witness)
}
