import type { Transfer } from '../../imports/transfer.ts'

export type ChainBlock = {
  readonly number: number
  readonly hash: string
  /** Hash of the parent block. For the first block, the value that the chain defines. */
  readonly parent: string
  /** Unix seconds. */
  readonly time: number
  readonly transfers: readonly Transfer[]
}

/** A chain as returned by a node. Errors with `retryable: true` may be temporary. */
export type ChainSource = {
  /** Returns the number of the newest block. */
  head(signal?: AbortSignal): Promise<number>
  /** Returns the hash of a block in the current chain; undefined if it does not exist. */
  hash(number: number, signal?: AbortSignal): Promise<string | undefined>
  block(number: number, signal?: AbortSignal): Promise<ChainBlock>
}
