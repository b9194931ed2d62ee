import { poseidon } from './poseidon.ts'

/** What the issuer publishes to a program when it revokes a credential; two programs can't link theirs. */
export function revocationHandleOf(credentialId: bigint, merchant: bigint, program: bigint): bigint {
  return poseidon(3n, credentialId, merchant, program)
}
