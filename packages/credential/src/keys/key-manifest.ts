/** The three key files of a circuit. */
export const keyFiles = ['circuit.wasm', 'proving.zkey', 'verification.json'] as const

export type KeyFile = (typeof keyFiles)[number]

export type CircuitKeys = {
  /** Hash of the circuit's source and the shared templates. */
  sources: string
  constraints: number
  files: Record<KeyFile, { sha256: string; bytes: number }>
}

/** `keys/manifest.json`: the hashes by which every key file is verified. */
export type KeyManifest<Name extends string = string> = {
  format: 1
  /** True if anyone can forge proofs for these keys. */
  development: boolean
  /** Versions of the compiler, its library and the prover that created the keys. */
  tools: { circom2: string; circomlib: string; snarkjs: string }
  ptau: { power: number; sha256: string }
  circuits: Record<Name, CircuitKeys>
}
