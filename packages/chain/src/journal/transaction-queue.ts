import type { Address, Hex, PublicClient } from 'viem'
import type { ChainJob, JobRequest, JobStatus, JobTransaction } from './chain-job.ts'
import type { ChainView } from './observe-chain.ts'

/** Executes every request exactly once. Each queue belongs to one chain and one signer. */
export type TransactionQueue = {
  readonly chainId: number
  readonly signerAddress: Address
  /** Client for reading from the chain. */
  readonly client: PublicClient
  /**
   * Stores the request before returning. The same key returns the same job. Throws if the content differs
   * from the content stored under the same key.
   */
  request(request: JobRequest): Promise<ChainJob>
  find(key: string): Promise<ChainJob | undefined>
  /**
   * Lists at most `limit` jobs (default 1,000), oldest first, starting after the job with the id `after`.
   */
  list(options?: { status?: JobStatus; limit?: number; after?: number }): Promise<ChainJob[]>
  counts(): Promise<Partial<Record<JobStatus, number>>>
  /** Returns every transaction that was ever signed for the job. */
  transactions(key: string): Promise<JobTransaction[]>
  /** Queues a failed job again, for example after the contract has been unpaused. */
  retry(key: string): Promise<ChainJob>
  /** Advances all jobs as far as possible. Returns the number of status changes. */
  step(): Promise<number>
  /**
   * Steps after every request and at the policy's interval, until the signal aborts. Several processes can
   * run the same queue.
   */
  run(signal: AbortSignal): Promise<void>
  /** Resolves with the job when it is final or has failed. Requires that a process is running the queue. */
  waitFor(key: string, options?: { signal?: AbortSignal }): Promise<ChainJob>
  /**
   * Compares the chain's nonce with the journal's nonces. Called when the queue is opened and when `step`
   * detects a mismatch.
   */
  reconcile(): Promise<void>
  /** Returns the current state of the chain. */
  look(): Promise<ChainView>
  /**
   * Returns a block's hash if enough nodes agree on it (the same number as for a receipt). Returns undefined
   * otherwise.
   */
  hashOf(block: number): Promise<Hex | undefined>
  /** Waits for one polling interval of the queue. */
  pause(signal?: AbortSignal): Promise<void>
}
