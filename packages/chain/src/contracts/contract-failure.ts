/** Why a contract refused a call. */
export type ContractFailure = {
  /** The name of the contract's error; `Unknown` when it is none of ours. */
  readonly name: string
  /** The error's arguments, in their order. */
  readonly args: readonly unknown[]
  /** What it means, as a sentence. */
  readonly sentence: string
}
