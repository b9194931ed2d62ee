/** A Groth16 proof in the contracts' format. */
export type ContractProof = {
  readonly a: readonly [bigint, bigint]
  readonly b: readonly [readonly [bigint, bigint], readonly [bigint, bigint]]
  readonly c: readonly [bigint, bigint]
}

/** A Groth16 proof in snarkjs format. Numbers are decimal strings. */
type SnarkjsProof = {
  readonly pi_a: readonly string[]
  readonly pi_b: readonly (readonly string[])[]
  readonly pi_c: readonly string[]
}

/**
 * Converts a snarkjs proof to the arguments of `approve`. The precompile expects the imaginary part of each
 * coordinate first.
 */
export function toContractProof(proof: SnarkjsProof): ContractProof {
  const number = (text: string | undefined) => BigInt(text ?? 0)
  const coordinate = (parts: readonly string[] | undefined) =>
    [number(parts?.[1]), number(parts?.[0])] as const
  return {
    a: [number(proof.pi_a[0]), number(proof.pi_a[1])],
    b: [coordinate(proof.pi_b[0]), coordinate(proof.pi_b[1])],
    c: [number(proof.pi_c[0]), number(proof.pi_c[1])],
  }
}
