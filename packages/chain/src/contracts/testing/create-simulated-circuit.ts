import { createHash } from 'node:crypto'
import type { VerificationKey } from '../verification-key.ts'
import { bn254 } from './bn254.ts'

type SnarkjsProof = { pi_a: string[]; pi_b: string[][]; pi_c: string[] }

/**
 * Creates a Groth16 key whose secret (the "toxic waste") is known. With the secret, valid proofs can be
 * created for any public signals without a circuit. For tests only.
 */
export function createSimulatedCircuit(name: string): {
  verificationKey: VerificationKey
  prove(signals: readonly bigint[]): SnarkjsProof
} {
  const { order, inverse, reduce, firstGroup, secondGroup } = bn254
  const scalar = (what: string) =>
    BigInt(`0x${createHash('sha256').update(`${name}:${what}`).digest('hex')}`) % order
  const [alpha, beta, gamma, delta] = ['alpha', 'beta', 'gamma', 'delta'].map(scalar) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  const points = Array.from({ length: 11 }, (_, index) => scalar(`point ${index}`))
  return {
    verificationKey: {
      protocol: 'groth16',
      curve: 'bn128',
      nPublic: 10,
      vk_alpha_1: firstGroup(alpha),
      vk_beta_2: secondGroup(beta),
      vk_gamma_2: secondGroup(gamma),
      vk_delta_2: secondGroup(delta),
      IC: points.map(firstGroup),
    },
    prove(signals) {
      // Small random numbers speed up curve operations and do not affect verification.
      const a = scalar(`a ${signals.join()}`) >> 224n
      const b = scalar(`b ${signals.join()}`) >> 224n
      const weighted = points.map((point, index) => point * (index === 0 ? 1n : (signals[index - 1] ?? 0n)))
      const x = weighted.reduce((sum, term) => sum + term, 0n)
      // The verification equation that the proof must satisfy: a * b = alpha * beta + x * gamma + c * delta
      const c = reduce((a * b - alpha * beta - x * gamma) * inverse(delta, order), order)
      return { pi_a: firstGroup(a), pi_b: secondGroup(b), pi_c: firstGroup(c) }
    },
  }
}
