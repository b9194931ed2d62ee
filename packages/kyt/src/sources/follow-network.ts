import { OperatorError } from '@touchstone/common'
import type { BitcoinNetwork } from '../addresses/networks.ts'
import { type Network, networks } from '../addresses/networks.ts'
import { journalOf, type KytContext } from '../context.ts'
import { importTransfers } from '../imports/import-transfers.ts'
import { iterableSource } from '../imports/iterable-source.ts'
import { refuseRejects } from '../imports/rejects.ts'
import { retractBlocks } from '../imports/retract-blocks.ts'
import type { BlockRange } from '../ledger/covered-range.ts'
import { createBitcoinSource } from './bitcoin/bitcoin-source.ts'
import { parseExactJson } from './bitcoin/exact-json.ts'
import { createEvmSource } from './evm/evm-source.ts'
import {
  deleteFollowedAbove,
  deleteHead,
  insertFollowed,
  selectFollowed,
  upsertHead,
} from './followed-block-store.ts'
import type { ChainBlock, ChainSource } from './rpc/chain-source.ts'
import { followChain } from './rpc/follow-chain.ts'
import { createJsonRpc, type Wait } from './rpc/json-rpc.ts'
import { waitUnlessAborted } from './rpc/wait-unless-aborted.ts'

export type FollowReport = { readonly blocks: number; readonly transfers: number; readonly lastBlock: number }

/** Imports a network's blocks from its nodes, starting after the last followed block. */
export async function followNetwork(
  context: KytContext,
  options: {
    network: Network
    endpoints: readonly string[]
    /**
     * The first block to import if the network has never been followed. Defaults to the network's newest
     * block.
     */
    from?: number | undefined
    until?: number | undefined
    confirmations?: number | undefined
    onProgress?: (progress: { block: number; head: number; blocks: number; transfers: number }) => void
    onProblem?: (error: Error) => void
    signal?: AbortSignal | undefined
    wait?: Wait
    pollMs?: number
  },
): Promise<FollowReport> {
  const { network, signal } = options
  const wait = options.wait ?? waitUnlessAborted
  const source = sourceOf(context, network, options.endpoints, wait)
  const id = networks[network].id
  const journal = journalOf(context)
  const report = { blocks: 0, transfers: 0, lastBlock: 0 }
  await followChain({
    source,
    from: options.from ?? (await source.head(signal)),
    ...(options.until === undefined ? {} : { until: options.until }),
    confirmations: options.confirmations ?? usualConfirmations[networks[network].family] ?? 12,
    state: { lastBlocks: () => selectFollowed(journal, id) },
    onHead: (head) => upsertHead(journal, { network: id, head, at: new Date(context.clock.now()) }),
    async onBlocks(blocks) {
      const transfers = blocks.flatMap((block) => block.transfers)
      const range = rangeOf(id, blocks)
      const { first, last } = range
      const extent = blocks.some(({ lacksInternal }) => lacksInternal) ? 'transfers' : 'blocks'
      if (transfers.length > 0) {
        await importTransfers(context, {
          source: iterableSource({
            ...{ kind: 'follow', name: `${network} blocks ${first} to ${last}`, transfers },
            ...{ extent, ranges: [range] },
          }),
          rejects: refuseRejects,
        })
      } else if (blocks.length > 0) {
        const readAt = Math.floor(context.clock.now() / 1000)
        await context.ledger.cover([{ ...range, source: 'follow', extent, readAt }])
      }
      await insertFollowed(journal, id, blocks)
      report.blocks += blocks.length
      report.transfers += transfers.length
      report.lastBlock = last
      options.onProgress?.({ block: last, head: options.until ?? last, ...report })
    },
    async onReorg(forkBlock) {
      await retractBlocks(context, { network, fromBlock: forkBlock + 1 })
      await deleteFollowedAbove(journal, id, forkBlock)
    },
    ...(options.onProblem === undefined ? {} : { onProblem: options.onProblem }),
    wait,
    ...(signal === undefined ? {} : { signal }),
    ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
  })
  // The requested range is complete. Deletes the head, so that the network is not reported as lagging behind.
  if (!signal?.aborted) await deleteHead(journal, id)
  return report
}

/**
 * Number of confirmations before a block is imported, large enough that imported blocks rarely have to be
 * retracted.
 */
const usualConfirmations: Readonly<Record<string, number>> = { evm: 12, bitcoin: 6 }

function rangeOf(network: number, blocks: readonly ChainBlock[]): BlockRange {
  const first = blocks[0]
  const last = blocks.at(-1)
  // On some chains, a block can have an earlier time than its parent.
  const times = blocks.map(({ time }) => time)
  return {
    network,
    first: first?.number ?? 0,
    last: last?.number ?? 0,
    firstTime: Math.min(...times),
    lastTime: Math.max(...times),
  }
}

function sourceOf(
  context: KytContext,
  network: Network,
  endpoints: readonly string[],
  wait: Wait,
): ChainSource {
  const { family } = networks[network]
  const { random } = context
  if (family === 'evm') {
    return createEvmSource({ network, rpc: createJsonRpc({ endpoints, wait, random }) })
  }
  if (family === 'bitcoin') {
    const rpc = createJsonRpc({ endpoints, wait, random, parse: parseExactJson })
    return createBitcoinSource({ network: network as BitcoinNetwork, rpc })
  }
  throw new OperatorError({
    code: 'follow.network',
    message: `${network} can't be followed from a node.`,
    remedy:
      'Only chains in the EVM and Bitcoin families can be followed. Import data for other chains from files.',
  })
}
