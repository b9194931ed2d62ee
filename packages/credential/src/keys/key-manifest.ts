/** The three files that a circuit has. */
export const keyFiles = ['circuit.wasm', 'proving.zkey', 'verification.json'] as const

export type KeyFile = (typeof keyFiles)[number]

export type CircuitKeys = {
  /** Of the circuit's source and the shared templates. */
  sources: string
  constraints: number
  files: Record<KeyFile, { sha256: string; bytes: number }>
}

/** `keys/manifest.json`: what the keys are, so that a file is taken for what it is only by its hash. */
export type KeyManifest<Name extends string = string> = {
  format: 1
  /** Everybody can forge proofs for development keys. */
  development: boolean
  /** Of the compiler, its library and the prover that made the keys. */
  tools: { circom2: string; circomlib: string; snarkjs: string }
  ptau: { power: number; sha256: string }
  circuits: Record<Name, CircuitKeys>
}
