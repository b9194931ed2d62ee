import { OperatorError } from '@touchstone/common'
import type { ContractConstructorArgs } from 'viem'
import type { svcProofVerifierAbi } from './svc-proof-verifier-abi.ts'

/** A Groth16 verification key in snarkjs format (`verification_key.json`). Numbers are decimal strings. */
export type VerificationKey = {
  readonly protocol: string
  readonly curve: string
  readonly nPublic: number
  readonly vk_alpha_1: readonly string[]
  readonly vk_beta_2: readonly (readonly string[])[]
  readonly vk_gamma_2: readonly (readonly string[])[]
  readonly vk_delta_2: readonly (readonly string[])[]
  readonly IC: readonly (readonly string[])[]
}

type EncodedKey = ContractConstructorArgs<typeof svcProofVerifierAbi>[1]

const publicSignals = 10
const words = 36

/**
 * Returns the key in the order that SvcProofVerifier expects: alpha, beta, gamma, delta and the points of the
 * signals.
 */
export function encodeVerificationKey(key: VerificationKey): EncodedKey {
  if (key.protocol !== 'groth16' || key.curve !== 'bn128' || key.nPublic !== publicSignals) {
    throw broken('The key is not a BN254 Groth16 key with ten public signals.')
  }
  const encoded = [
    ...firstGroup(key.vk_alpha_1),
    ...secondGroup(key.vk_beta_2),
    ...secondGroup(key.vk_gamma_2),
    ...secondGroup(key.vk_delta_2),
    ...key.IC.flatMap(firstGroup),
  ]
  if (encoded.length !== words)
    throw broken("The key's number of points does not match the ten public signals.")
  return encoded as unknown as EncodedKey
}

function firstGroup([x, y, z]: readonly string[]): [bigint, bigint] {
  if (z !== '1') throw broken("One of the key's points is at infinity.")
  return [whole(x), whole(y)]
}

/** The precompile expects the imaginary part of each coordinate first, but snarkjs writes it last. */
function secondGroup([x, y, z]: readonly (readonly string[])[]): [bigint, bigint, bigint, bigint] {
  if (z?.[0] !== '1' || z[1] !== '0') throw broken("One of the key's points is at infinity.")
  return [whole(x?.[1]), whole(x?.[0]), whole(y?.[1]), whole(y?.[0])]
}

function whole(text: string | undefined): bigint {
  if (text === undefined || !/^\d{1,78}$/.test(text)) throw broken('The key contains an invalid number.')
  return BigInt(text)
}

function broken(reason: string): OperatorError {
  return new OperatorError({
    code: 'chain.verification-key-broken',
    message: `The verification key for the contracts is invalid. ${reason}`,
    remedy: 'Create the keys again with "npm run circuits", or use the ceremony\'s output.',
  })
}
