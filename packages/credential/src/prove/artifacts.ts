/** The circuit and proving key of a proof. */
export type Artifacts = {
  circuit: WebAssembly.Module
  provingKey: Uint8Array
  /** Whether snarkjs may start threads. */
  parallel?: boolean
}
