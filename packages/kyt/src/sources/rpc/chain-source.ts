import type { Transfer } from '../../imports/transfer.ts'

export type ChainBlock = {
  readonly number: number
  readonly hash: string
  /** The parent block's hash. The chain defines the value for its first block. */
  readonly parent: string
  /** Unix seconds. */
  readonly time: number
  readonly transfers: readonly Transfer[]
  /** Whether the node did not report the internal transfers of the block's transactions. */
  readonly lacksInternal?: boolean
}

/** The source of a chain's blocks, such as a node. Errors with `retryable: true` may be temporary. */
export type ChainSource = {
  /** Returns the newest block's number. */
  head(signal?: AbortSignal): Promise<number>
  /** Returns a block's hash in the current chain, or undefined if the block does not exist. */
  hash(number: number, signal?: AbortSignal): Promise<string | undefined>
  block(number: number, signal?: AbortSignal): Promise<ChainBlock>
}
