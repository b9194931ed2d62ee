import { OperatorError } from '@touchstone/common'
import type { ChainBlock, ChainSource } from './chain-source.ts'
import type { Wait } from './json-rpc.ts'

export type KnownBlock = { readonly number: number; readonly hash: string }

export type FollowChainOptions = {
  readonly source: ChainSource
  /** The first block to import if the state contains no blocks. */
  readonly from: number
  /** The last block to import. Without it, following never ends. */
  readonly until?: number
  /** Number of confirmations required before a block is imported; 0 imports the newest block immediately. */
  readonly confirmations: number
  /** The newest imported blocks, in any order. Their number limits the depth of a reorganization. */
  readonly state: { lastBlocks(): Promise<readonly KnownBlock[]> }
  /**
   * Imports blocks in order. Each block is the child of the preceding block. The blocks count as imported
   * when this call returns.
   */
  onBlocks(blocks: readonly ChainBlock[]): Promise<void>
  /**
   * Retracts all blocks above this block. When this call returns, `state` must not contain the retracted
   * blocks.
   */
  onReorg(forkBlock: number): Promise<void>
  /** Receives the newest block number each time it is requested from the source. */
  onHead?(head: number): Promise<void>
  /**
   * Receives temporary problems with the source or with importing (errors with `retryable: true`). The blocks
   * are requested again after a pause, possibly in different groups.
   */
  onProblem?(error: Error): void
  readonly wait: Wait
  readonly signal?: AbortSignal
  readonly pollMs?: number
  /** Maximum number of blocks per group. */
  readonly groupBlocks?: number
  /** Number of transfers at which a group ends. */
  readonly groupTransfers?: number
  /** Number of concurrent block requests. */
  readonly ahead?: number
}

/**
 * Imports a chain block by block, and retracts blocks that are no longer part of the chain. A reorganization
 * is detected by a block whose parent is not the last imported block, or by an imported block whose hash has
 * changed. The follower then walks back, comparing the state's blocks with the source's blocks, newest first,
 * down to the last common block.
 *
 * A source that lags behind, such as a node that is catching up after a failover, does not cause retractions:
 * imported blocks are retracted only when the source returns different blocks at their heights.
 */
export async function followChain(options: FollowChainOptions): Promise<void> {
  const { source, until, wait, signal, pollMs = 5_000, groupBlocks = 100, groupTransfers = 50_000 } = options
  const ahead = Math.max(1, options.ahead ?? 4)
  let tip = newest(await options.state.lastBlocks())[0]
  let failures = 0
  const next = () => (tip ? tip.number + 1 : options.from)

  while (!signal?.aborted && next() <= (until ?? Number.POSITIVE_INFINITY)) {
    try {
      const moved = await advance()
      failures = 0
      if (!moved) await wait(pollMs, signal)
    } catch (error) {
      if (signal?.aborted) return
      if (!isTemporary(error)) throw error
      options.onProblem?.(error)
      await wait(Math.min(60_000, pollMs * 2 ** failures++), signal)
    }
  }

  /** Imports at most one group. Returns false if there are no new blocks. */
  async function advance(): Promise<boolean> {
    const head = await source.head(signal)
    await options.onHead?.(head)
    const target = Math.min(head - options.confirmations, until ?? Number.POSITIVE_INFINITY)
    if (target < next()) return tip !== undefined && head >= tip.number && (await replaced(tip))

    const group: ChainBlock[] = []
    let transfers = 0
    let last = tip
    for (
      let number = next();
      number <= target && group.length < groupBlocks && transfers < groupTransfers;
    ) {
      const count = Math.min(ahead, target - number + 1, groupBlocks - group.length)
      const numbers = Array.from({ length: count }, (_, index) => number + index)
      let blocks: ChainBlock[]
      try {
        blocks = await Promise.all(numbers.map((one) => source.block(one, signal)))
      } catch (error) {
        // Imports the part of the group that was read completely, so that these blocks do not have to be read
        // again.
        if (group.length === 0 || !isTemporary(error)) throw error
        break
      }
      for (const block of blocks) {
        if (last && block.parent !== last.hash) {
          // The earlier blocks in this group may belong to the abandoned branch, so the whole group is
          // dropped.
          return await walkBack()
        }
        group.push(block)
        transfers += block.transfers.length
        last = block
      }
      number += count
      if (signal?.aborted) return true
    }
    await options.onBlocks(group)
    tip = last && { number: last.number, hash: last.hash }
    return true
  }

  async function replaced(known: KnownBlock): Promise<boolean> {
    const hash = await source.hash(known.number, signal)
    if (hash === undefined || hash === known.hash) return false
    return await walkBack()
  }

  /**
   * Returns false if the imported blocks are still valid. In that case the source contradicted itself, which
   * may be temporary.
   */
  async function walkBack(): Promise<boolean> {
    const known = newest(await options.state.lastBlocks())
    for (const block of known) {
      const hash = await source.hash(block.number, signal)
      // The source has previously returned a block above this block, so the response must come from a
      // different node that lags behind.
      if (hash === undefined) return false
      if (hash !== block.hash) continue
      if (block.number === known[0]?.number) return false
      await options.onReorg(block.number)
      tip = block
      return true
    }
    if (known.length === 0) return false
    if (known.at(-1)?.number === options.from) {
      await options.onReorg(options.from - 1)
      tip = undefined
      return true
    }
    throw new OperatorError({
      code: 'reorganisation-too-deep',
      message: `The chain has been reorganized below block ${known.at(-1)?.number}, deeper than the ${known.length} stored blocks that can be retracted.`,
      remedy:
        'Check that the node follows the correct chain. If it does, import the data again, starting before that block.',
    })
  }
}

function newest(blocks: readonly KnownBlock[]): KnownBlock[] {
  return [...blocks].sort((left, right) => right.number - left.number)
}

function isTemporary(error: unknown): error is Error {
  return error instanceof Error && 'retryable' in error && error.retryable === true
}
