import { fieldModulus } from '../field.ts'

/** The wires as the file that the prover reads ("wtns", version 2). */
export function witnessFile(witness: Uint8Array): Uint8Array {
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
