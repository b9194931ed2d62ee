import { groth16 } from 'snarkjs'
import { fieldModulus } from '../field.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import type { Artifacts } from './artifacts.ts'
import type { Proof } from './proof.ts'

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

/** Encodes the witness in the prover's file format ("wtns", version 2). */
function witnessFile(witness: Uint8Array): Uint8Array {
  const headBytes = 4 + 32 + 4
  const file = new Uint8Array(12 + 12 + headBytes + 12 + witness.length)
  const view = new DataView(file.buffer)
  file.set(new TextEncoder().encode('wtns'))
  view.setUint32(4, 2, true)
  view.setUint32(8, 2, true)
  view.setUint32(12, 1, true)
  view.setBigUint64(16, BigInt(headBytes), true)
  view.setUint32(24, 32, true)
  for (let i = 0; i < 4; i++) {
    view.setBigUint64(28 + 8 * i, (fieldModulus >> BigInt(64 * i)) & 0xffffffffffffffffn, true)
  }
  view.setUint32(60, witness.length / 32, true)
  view.setUint32(64, 2, true)
  view.setBigUint64(68, BigInt(witness.length), true)
  file.set(witness, 76)
  return file
}
