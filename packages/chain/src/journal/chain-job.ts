import type { Address, Hex } from 'viem'

/** See the table of the steps in this package's README. */
export type JobStatus = 'queued' | 'reserved' | 'signed' | 'sent' | 'included' | 'final' | 'failed'

/** A log that the receipt of a call that worked must hold; `null` stands for any topic. */
export type ExpectedLog = { readonly address: Address; readonly topics: readonly (Hex | null)[] }

export type JobRequest = {
  /** The caller's own name of it: the same key is the same call, for ever. */
  readonly key: string
  /** What it is, in a word: 'deploy', 'mint', 'grant' … */
  readonly kind: string
  /** For whom, as the contract knows them: all that was asked for somebody can be found by it. */
  readonly subject?: Hex
  /** `null` makes a contract. */
  readonly to: Address | null
  readonly data: Hex
  readonly value?: bigint
  /** Selectors of errors by which the contract says that this very thing was done before: then the job is done. */
  readonly doneErrors?: readonly Hex[]
  readonly expectedLog?: ExpectedLog
}

export type JobLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/** What the chain says of the transaction that was included. */
export type JobReceipt = {
  readonly hash: Hex
  readonly blockNumber: number
  readonly blockHash: Hex
  readonly succeeded: boolean
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly contractAddress?: Address
  readonly logs: readonly JobLog[]
  /** How many nodes said so alike: 1 where only one node is configured. */
  readonly witnesses: number
}

/** What a job waits for that somebody could help with. */
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
  /** Why it failed. */
  readonly reason?: { readonly code: string; readonly text: string }
  /** The error by which the contract said that it was done before. */
  readonly already?: Hex
  readonly receipt?: JobReceipt
}

/** One of the transactions that were signed for a job. */
export type JobTransaction = {
  readonly hash: Hex
  readonly nonce: number
  readonly raw: Hex
  readonly maxFee: bigint
  readonly maxTip: bigint
  readonly signedAt: number
  /** Since when nodes have it. */
  readonly offered?: { readonly at: number; readonly block: number }
  /** When it was sent the last time. */
  readonly sentAt?: number
  readonly broadcasts: number
}
