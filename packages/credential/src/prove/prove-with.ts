import { groth16 } from 'snarkjs'
import type { CircuitName } from '../keys/circuit-names.ts'
import { calculateWitness } from './calculate-witness.ts'
import type { Proof } from './proof.ts'
import { witnessFile } from './witness-file.ts'

export type Artifacts = {
  circuit: WebAssembly.Module
  provingKey: Uint8Array
  /** Whether snarkjs may start threads. */
  parallel?: boolean
}

/** Makes a proof in this thread, which it keeps busy: call it in a worker. */
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

/** The second half: from all wires to the proof. */
export async function proveWitness(
  { provingKey, parallel = false }: Pick<Artifacts, 'provingKey' | 'parallel'>,
  kind: CircuitName,
  witness: Uint8Array,
): Promise<Proof> {
  const { proof, publicSignals } = await groth16.prove(provingKey, witnessFile(witness), undefined, {
    singleThread: !parallel,
  })
  const pair = ([x = '', y = '']: readonly string[] = []): [string, string] => [x, y]
  const swapped = ([x = '', y = '']: readonly string[] = []): [string, string] => [y, x]
  return {
    kind,
    proof: {
      a: pair(proof.pi_a),
      b: [swapped(proof.pi_b[0]), swapped(proof.pi_b[1])],
      c: pair(proof.pi_c),
    },
    signals: publicSignals,
  }
}
