/** A Groth16 proof in the form that the contracts take. */
export type ContractProof = {
  readonly a: readonly [bigint, bigint]
  readonly b: readonly [readonly [bigint, bigint], readonly [bigint, bigint]]
  readonly c: readonly [bigint, bigint]
}
