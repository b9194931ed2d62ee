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
