import type { Address, Hex } from 'viem'

/** The status of a job. See "Job statuses" in the package README. */
export type JobStatus = 'queued' | 'reserved' | 'signed' | 'sent' | 'included' | 'final' | 'failed'

/** A log that the receipt of a successful call must contain. `null` matches any topic. */
export type ExpectedLog = { readonly address: Address; readonly topics: readonly (Hex | null)[] }

export type JobRequest = {
  /** The caller's idempotency key. The same key always refers to the same call. */
  readonly key: string
  /** The type of the job in one word: 'deploy', 'mint', 'grant' … */
  readonly kind: string
  /** The person's id in the contracts, used to find all jobs for a person. */
  readonly subject?: Hex
  /** The called contract. `null` creates a contract. */
  readonly to: Address | null
  readonly data: Hex
  readonly value?: bigint
  /**
   * Selectors of the errors that indicate that the call has already been executed. A job that fails with one
   * of them counts as complete.
   */
  readonly doneErrors?: readonly Hex[]
  readonly expectedLog?: ExpectedLog
}

export type JobLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/** The result of the transaction that was included in a block. */
export type JobReceipt = {
  readonly hash: Hex
  readonly blockNumber: number
  readonly blockHash: Hex
  readonly succeeded: boolean
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly contractAddress?: Address
  readonly logs: readonly JobLog[]
  /** The number of nodes that reported the same receipt. It is always 1 if only one node is configured. */
  readonly witnesses: number
}

/** The reason why a job is waiting. The operator can resolve each of these reasons. */
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
  /** The error with which the contract reported that the call had already been executed. */
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
  /** When a node first accepted the transaction, and the height of the chain at that time. */
  readonly offered?: { readonly at: number; readonly block: number }
  /** When the transaction was last sent. */
  readonly sentAt?: number
  readonly broadcasts: number
}
