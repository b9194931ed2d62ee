import { poseidon } from './poseidon.ts'

/** A public key of an issuer as the one signal that stands for it. */
export function issuerKeyOf(publicKey: readonly [bigint, bigint]): bigint {
  return poseidon(publicKey[0], publicKey[1])
}
