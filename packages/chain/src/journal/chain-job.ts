import type { Address, Hex } from 'viem'

/** See "Job statuses" in the package README. */
export type JobStatus = 'queued' | 'reserved' | 'signed' | 'sent' | 'included' | 'final' | 'failed'

/** A log that a successful call's receipt must contain. `null` matches any topic. */
export type ExpectedLog = { readonly address: Address; readonly topics: readonly (Hex | null)[] }

export type JobRequest = {
  /** The caller's idempotency key: the same key always means the same call. */
  readonly key: string
  /** Type of the job in one word: 'deploy', 'mint', 'grant' … */
  readonly kind: string
  /** The person's id in the contracts, for finding all jobs for a person. */
  readonly subject?: Hex
  /** `null` creates a contract. */
  readonly to: Address | null
  readonly data: Hex
  readonly value?: bigint
  /**
   * Selectors of errors which mean that the call was already executed. A job that fails with one of them is
   * complete.
   */
  readonly doneErrors?: readonly Hex[]
  readonly expectedLog?: ExpectedLog
}

export type JobLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/** The chain's result for the included transaction. */
export type JobReceipt = {
  readonly hash: Hex
  readonly blockNumber: number
  readonly blockHash: Hex
  readonly succeeded: boolean
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly contractAddress?: Address
  readonly logs: readonly JobLog[]
  /** Number of nodes that reported the same receipt. Always 1 if only one node is configured. */
  readonly witnesses: number
}

/** The reason why a job is waiting. The operator can resolve each of them. */
export type WaitReason =
  | 'insufficient-funds'
  | 'underpriced'
  | 'fee-limit'
  | 'no-contract'
  | 'refused'
  | 'signer'
  | 'second-node'

export type ChainJob = {
  readonly id: number
  readonly key: string
  readonly kind: string
  readonly chainId: number
  readonly signer: Address
  readonly to: Address | null
  readonly data: Hex
  readonly value: bigint
  readonly doneErrors: readonly Hex[]
  readonly expectedLog?: ExpectedLog
  readonly status: JobStatus
  readonly nonce?: number
  readonly gas?: bigint
  readonly waiting?: WaitReason
  /** The reason why the job failed. */
  readonly reason?: { readonly code: string; readonly text: string }
  /** The error with which the contract reported that the call was already executed. */
  readonly already?: Hex
  readonly receipt?: JobReceipt
}

/** A transaction signed for a job. */
export type JobTransaction = {
  readonly hash: Hex
  readonly nonce: number
  readonly raw: Hex
  readonly maxFee: bigint
  readonly maxTip: bigint
  readonly signedAt: number
  /** When a node first accepted the transaction, and the chain's height at that time. */
  readonly offered?: { readonly at: number; readonly block: number }
  /** When the transaction was last sent. */
  readonly sentAt?: number
  readonly broadcasts: number
}
