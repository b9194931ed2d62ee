import { groth16 } from 'snarkjs'
import type { CircuitName } from '../keys/circuit-names.ts'
import type { Artifacts } from './artifacts.ts'
import type { Proof } from './proof.ts'
import { witnessFile } from './witness-file.ts'

/** The second half of a proof, from all wires on. */
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
