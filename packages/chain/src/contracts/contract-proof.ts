/** A Groth16 proof in the form that the contracts take. */
export type ContractProof = {
  readonly a: readonly [bigint, bigint]
  readonly b: readonly [readonly [bigint, bigint], readonly [bigint, bigint]]
  readonly c: readonly [bigint, bigint]
}

/** A proof as snarkjs writes it; numbers are decimal strings. */
type SnarkjsProof = {
  readonly pi_a: readonly string[]
  readonly pi_b: readonly (readonly string[])[]
  readonly pi_c: readonly string[]
}

/** Turns a proof of snarkjs into what `approve` takes; the precompile wants the imaginary parts first. */
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
