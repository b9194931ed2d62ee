export const keyFiles = ['circuit.wasm', 'proving.zkey', 'verification.json'] as const

export type KeyFile = (typeof keyFiles)[number]

export type CircuitKeys = {
  /** The hash of the circuit's source and the shared templates. */
  sources: string
  constraints: number
  files: Record<KeyFile, { sha256: string; bytes: number }>
}

/** `keys/manifest.json`: the hashes against which every key file is checked. */
export type KeyManifest<Name extends string = string> = {
  format: 1
  /** True if anyone can forge proofs for these keys. */
  development: boolean
  /** The versions of the compiler, its library and the prover that were used to create the keys. */
  tools: { circom2: string; circomlib: string; snarkjs: string }
  ptau: { power: number; sha256: string }
  circuits: Record<Name, CircuitKeys>
}
