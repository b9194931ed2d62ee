import type { Address, Hex, PublicClient } from 'viem'
import type { ChainJob, JobRequest, JobStatus, JobTransaction } from './chain-job.ts'
import type { ChainView } from './observe-chain.ts'

/** Executes every request exactly once on one chain, with one signer. */
export type TransactionQueue = {
  readonly chainId: number
  readonly signerAddress: Address
  /** Client for reading from the chain. */
  readonly client: PublicClient
  /**
   * Stores the request before returning. The same key returns the same job. Different content for the same
   * key is an error.
   */
  request(request: JobRequest): Promise<ChainJob>
  find(key: string): Promise<ChainJob | undefined>
  /** Oldest first, at most `limit` (default 1,000), starting after the job with the id `after`. */
  list(options?: { status?: JobStatus; limit?: number; after?: number }): Promise<ChainJob[]>
  counts(): Promise<Partial<Record<JobStatus, number>>>
  /** Every transaction ever signed for the job. */
  transactions(key: string): Promise<JobTransaction[]>
  /** Queues a failed job again, for example after the contract was unpaused. */
  retry(key: string): Promise<ChainJob>
  /** Advances all jobs as far as possible. Returns the number of status changes. */
  step(): Promise<number>
  /**
   * Steps until the signal aborts: on every request and at the policy's interval. Can run in any number of
   * processes.
   */
  run(signal: AbortSignal): Promise<void>
  /** Resolves with the job when it is final or has failed. Some process must be running the queue. */
  waitFor(key: string, options?: { signal?: AbortSignal }): Promise<ChainJob>
  /** Compares the chain's nonce with the journal's. Runs when the queue opens and when `step` detects a mismatch. */
  reconcile(): Promise<void>
  /** Returns the current state of the chain. */
  look(): Promise<ChainView>
  /** Returns a block's hash if the block exists and as many nodes agree on it as a receipt requires. */
  hashOf(block: number): Promise<Hex | undefined>
  /** Waits for the queue's polling interval. */
  pause(signal?: AbortSignal): Promise<void>
}
