import { OperatorError } from '@touchstone/common'
import type { ChainBlock, ChainSource } from './chain-source.ts'
import type { Wait } from './json-rpc.ts'

export type KnownBlock = { readonly number: number; readonly hash: string }

export type FollowChainOptions = {
  readonly source: ChainSource
  /** The first block to take when the state knows none. */
  readonly from: number
  /** The last block to take; without it the chain is followed for ever. */
  readonly until?: number
  /** A block is taken when this many stand above it; 0 takes the newest at once. */
  readonly confirmations: number
  /** The newest blocks that were taken, in any order. How many are kept is how deep a reorganisation may go. */
  readonly state: { lastBlocks(): Promise<readonly KnownBlock[]> }
  /** Blocks in order, each the child of the one before. When it returns they count as taken. */
  onBlocks(blocks: readonly ChainBlock[]): Promise<void>
  /** Everything above this block must be taken back. When it returns `state` must not know those blocks any more. */
  onReorg(forkBlock: number): Promise<void>
  /** The newest block of the source, each time that it is asked for it. */
  onHead?(head: number): Promise<void>
  /**
   * A problem that may pass, of the source or of taking its blocks (an error with `retryable: true`); it is tried again
   * after a pause. The same blocks may then come in other groups.
   */
  onProblem?(error: Error): void
  readonly wait: Wait
  readonly signal?: AbortSignal
  readonly pollMs?: number
  /** A group ends with this many blocks… */
  readonly groupBlocks?: number
  /** … or as soon as it holds this many transfers. */
  readonly groupTransfers?: number
  /** Blocks asked for at the same time. */
  readonly ahead?: number
}

/**
 * Takes a chain block by block, and takes back what the chain itself gave up. A reorganisation shows in a block whose
 * parent is not the block that was taken before it, or in a taken block that has another hash now; the walk back then
 * compares the state's blocks with the source's, newest first, down to the block both still have.
 *
 * A source that is behind (a node that is catching up after a failover) is no reorganisation: what was taken stays
 * until the source shows another block in its place.
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
      if (!mayPass(error)) throw error
      options.onProblem?.(error)
      await wait(Math.min(60_000, pollMs * 2 ** failures++), signal)
    }
  }

  /** One group at most. False: there is nothing new. */
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
        // What is whole already need not be read again.
        if (group.length === 0 || !mayPass(error)) throw error
        break
      }
      for (const block of blocks) {
        if (last && block.parent !== last.hash) {
          // What stands before it in this group may be from the chain that was given up: none of it is handed on.
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

  /** False: what was taken still stands, so that the source told of two chains at once; a pause may mend that. */
  async function walkBack(): Promise<boolean> {
    const known = newest(await options.state.lastBlocks())
    for (const block of known) {
      const hash = await source.hash(block.number, signal)
      // It told of a block above this one: another node must have answered now, one that is behind.
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
      message: `The chain has changed below block ${known.at(-1)?.number}, deeper than the ${known.length} blocks kept to take back.`,
      remedy: 'Check that the node follows the right chain; if it does, import again from before that block.',
    })
  }
}

function newest(blocks: readonly KnownBlock[]): KnownBlock[] {
  return [...blocks].sort((left, right) => right.number - left.number)
}

function mayPass(error: unknown): error is Error {
  return error instanceof Error && 'retryable' in error && error.retryable === true
}
