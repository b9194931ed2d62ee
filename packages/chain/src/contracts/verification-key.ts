import { OperatorError } from '@touchstone/common'
import type { ContractConstructorArgs } from 'viem'
import type { svcProofVerifierAbi } from './svc-proof-verifier-abi.ts'

/** A Groth16 verification key as snarkjs writes it (`verification_key.json`); numbers are decimal strings. */
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

/** The key in the order in which SvcProofVerifier takes it: alpha, beta, gamma, delta, the points of the signals. */
export function encodeVerificationKey(key: VerificationKey): EncodedKey {
  if (key.protocol !== 'groth16' || key.curve !== 'bn128' || key.nPublic !== publicSignals) {
    throw broken('It is not a Groth16 key on BN254 with ten public signals.')
  }
  const encoded = [
    ...firstGroup(key.vk_alpha_1),
    ...secondGroup(key.vk_beta_2),
    ...secondGroup(key.vk_gamma_2),
    ...secondGroup(key.vk_delta_2),
    ...key.IC.flatMap(firstGroup),
  ]
  if (encoded.length !== words) throw broken('It does not have one point for each public signal.')
  return encoded as unknown as EncodedKey
}

function firstGroup([x, y, z]: readonly string[]): [bigint, bigint] {
  if (z !== '1') throw broken('One of its points is at infinity.')
  return [whole(x), whole(y)]
}

/** The curve's precompile takes the imaginary part of a coordinate first; snarkjs writes it last. */
function secondGroup([x, y, z]: readonly (readonly string[])[]): [bigint, bigint, bigint, bigint] {
  if (z?.[0] !== '1' || z[1] !== '0') throw broken('One of its points is at infinity.')
  return [whole(x?.[1]), whole(x?.[0]), whole(y?.[1]), whole(y?.[0])]
}

function whole(text: string | undefined): bigint {
  if (text === undefined || !/^\d{1,78}$/.test(text)) throw broken('One of its numbers is no number.')
  return BigInt(text)
}

function broken(reason: string): OperatorError {
  return new OperatorError({
    code: 'chain.verification-key-broken',
    message: `The verification key of a circuit can't be used on a chain. ${reason}`,
    remedy: 'Make the keys again with "npm run circuits", or take them from the ceremony\'s output.',
  })
}
