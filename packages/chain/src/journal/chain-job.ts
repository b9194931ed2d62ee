import type { Address, Hex } from 'viem'

/** See "Job statuses" in the package README. */
export type JobStatus = 'queued' | 'reserved' | 'signed' | 'sent' | 'included' | 'final' | 'failed'

/** A log that the receipt of a successful call must contain; `null` matches any topic. */
export type ExpectedLog = { readonly address: Address; readonly topics: readonly (Hex | null)[] }

export type JobRequest = {
  /** The caller's idempotency key: the same key always means the same call. */
  readonly key: string
  /** Type of the job in one word: 'deploy', 'mint', 'grant' … */
  readonly kind: string
  /** The contracts' id of the person, to find all jobs of a person. */
  readonly subject?: Hex
  /** `null` creates a contract. */
  readonly to: Address | null
  readonly data: Hex
  readonly value?: bigint
  /** Selectors of errors that mean the call was already executed. A job that fails with one of them is done. */
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
  /** Number of nodes that reported the same receipt: 1 with a single configured node. */
  readonly witnesses: number
}

/** Why a job waits. The operator can resolve each of these reasons. */
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
  /** Why the job failed. */
  readonly reason?: { readonly code: string; readonly text: string }
  /** The error by which the contract reported that the call was already executed. */
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
  /** When a node first accepted it, and the chain's height at that time. */
  readonly offered?: { readonly at: number; readonly block: number }
  /** When it was last sent. */
  readonly sentAt?: number
  readonly broadcasts: number
}
