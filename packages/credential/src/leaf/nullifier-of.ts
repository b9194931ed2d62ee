import { poseidon } from './poseidon.ts'

/** The name under which one program of one merchant knows a person; another program knows another one. */
export function nullifierOf(secret: bigint, merchant: bigint, program: bigint): bigint {
  return poseidon(2n, secret, merchant, program)
}
