import type { Transfer } from '../../imports/transfer.ts'

export type ChainBlock = {
  readonly number: number
  readonly hash: string
  /** Hash of the block before; of the first block, what the chain says. */
  readonly parent: string
  /** Unix seconds. */
  readonly time: number
  readonly transfers: readonly Transfer[]
}

/** A chain as a node tells it. Errors with `retryable: true` may pass by themselves. */
export type ChainSource = {
  /** Number of the newest block. */
  head(signal?: AbortSignal): Promise<number>
  /** Hash of the block of that number in the chain of now; undefined when there is none. */
  hash(number: number, signal?: AbortSignal): Promise<string | undefined>
  block(number: number, signal?: AbortSignal): Promise<ChainBlock>
}
