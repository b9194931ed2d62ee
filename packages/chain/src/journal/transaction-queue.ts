import type { Address, Hex, PublicClient } from 'viem'
import type { ChainJob, JobRequest, JobStatus, JobTransaction } from './chain-job.ts'
import type { ChainView } from './observe-chain.ts'

/** One chain and one signer: what is asked of it happens on the chain exactly once. */
export type TransactionQueue = {
  readonly chainId: number
  readonly signerAddress: Address
  /** To read from the chain. */
  readonly client: PublicClient
  /** Kept before it returns. The same key again is the same job; with another content it is an error. */
  request(request: JobRequest): Promise<ChainJob>
  find(key: string): Promise<ChainJob | undefined>
  /** Oldest first, at most `limit` (1,000) after the job with the id `after`. */
  list(options?: { status?: JobStatus; limit?: number; after?: number }): Promise<ChainJob[]>
  counts(): Promise<Partial<Record<JobStatus, number>>>
  /** Every transaction that was ever signed for it. */
  transactions(key: string): Promise<JobTransaction[]>
  /** Lets a job that failed be tried once more, as after the contract was unpaused. */
  retry(key: string): Promise<ChainJob>
  /** Moves everything on by what is possible now. Returns how many moves there were. */
  step(): Promise<number>
  /** Steps until the signal fires: at every request and at the policy's pace. Any number of processes may. */
  run(signal: AbortSignal): Promise<void>
  /** The job once it is final or has failed. Somebody must run the queue. */
  waitFor(key: string, options?: { signal?: AbortSignal }): Promise<ChainJob>
  /** Compares the chain's nonce with the journal's. Done at opening; `step` does it when the chain looks wrong. */
  reconcile(): Promise<void>
  /** The chain as it is now. */
  look(): Promise<ChainView>
  /** Of the block with that number, as far as the chain has come; agreed on by as many nodes as a receipt. */
  hashOf(block: number): Promise<Hex | undefined>
  /** As long as the queue waits between two looks. */
  pause(signal?: AbortSignal): Promise<void>
}
