/** The circuit and proving key with which a proof is created. */
export type Artifacts = {
  circuit: WebAssembly.Module
  provingKey: Uint8Array
  /** Whether snarkjs may start threads. */
  parallel?: boolean
}
