/** What a proof is made with. */
export type Artifacts = {
  circuit: WebAssembly.Module
  provingKey: Uint8Array
  /** Whether snarkjs may start threads. */
  parallel?: boolean
}
