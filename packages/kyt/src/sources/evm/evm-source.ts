import type { Network } from '../../addresses/networks.ts'
import type { ChainSource } from '../rpc/chain-source.ts'
import type { JsonRpc } from '../rpc/json-rpc.ts'
import { isUnknownMethod, RpcError } from '../rpc/rpc-error.ts'
import { mapBlock } from './map-block.ts'
import { isOfNetwork } from './map-transaction.ts'
import { type BlockTraces, readCallFrames, readFlatTraces } from './read-traces.ts'
import type { CallFrame, FlatTrace, RpcBlock, RpcReceipt } from './rpc-block.ts'

/** Which of the node's ways to tell internal transfers is used. `auto` takes the first that the node knows. */
export type Tracing = 'auto' | 'debug' | 'trace' | 'none'

export type EvmSource = ChainSource & {
  /** The way that is in use; `auto` until the first block was read. */
  tracing(): Tracing
}

/** An EVM node over JSON-RPC. All parts of a block are asked for by its hash, so that they can't be of two blocks. */
export function createEvmSource(options: {
  readonly network: Network
  readonly rpc: JsonRpc
  readonly tracing?: Tracing
}): EvmSource {
  const { network, rpc } = options
  let tracing = options.tracing ?? 'auto'
  let wholeReceipts = true

  async function header(number: number, full: boolean, signal: AbortSignal | undefined) {
    const answer = await rpc.call('eth_getBlockByNumber', [`0x${number.toString(16)}`, full], signal)
    return answer as RpcBlock | null
  }

  async function receiptsOf(block: RpcBlock, signal: AbortSignal | undefined): Promise<RpcReceipt[]> {
    if (block.transactions.length === 0) return []
    if (wholeReceipts) {
      const answer = await orUnknown(() => rpc.call('eth_getBlockReceipts', [block.hash], signal))
      if (answer !== unknown) return checked(block, answer)
      wholeReceipts = false
    }
    const calls = block.transactions.map(({ hash }) => ({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    }))
    return checked(block, await rpc.batch(calls, signal))
  }

  async function debugTraces(block: RpcBlock, signal: AbortSignal | undefined): Promise<BlockTraces> {
    const params = [block.hash, { tracer: 'callTracer', timeout: '20s' }]
    const answer = await rpc.call('debug_traceBlockByHash', params, signal)
    const traces = (answer ?? []) as { txHash?: string; result?: CallFrame }[]
    const complete = traces.flatMap(({ txHash, result }, index) => {
      const hash = txHash ?? block.transactions[index]?.hash
      return result && hash ? [{ txHash: hash, result }] : []
    })
    if (!covers(block, new Set(complete.map(({ txHash }) => txHash)))) throw changed(block, 'traces')
    return readCallFrames(complete)
  }

  async function flatTraces(block: RpcBlock, signal: AbortSignal | undefined): Promise<BlockTraces> {
    const traces = ((await rpc.call('trace_block', [block.number], signal)) ?? []) as FlatTrace[]
    // Asked for by number, because this method takes no hash.
    if (traces.some(({ blockHash }) => blockHash !== undefined && blockHash !== block.hash)) {
      throw changed(block, 'traces')
    }
    const read = readFlatTraces(traces)
    if (!covers(block, read.byTransaction)) throw changed(block, 'traces')
    return read
  }

  async function tracesOf(
    block: RpcBlock,
    signal: AbortSignal | undefined,
  ): Promise<BlockTraces | undefined> {
    const ways = { debug: debugTraces, trace: flatTraces }
    if (tracing === 'none') return undefined
    if (tracing !== 'auto') return await ways[tracing](block, signal)
    // A block without transactions proves nothing: some nodes answer it whatever they were asked.
    if (block.transactions.length === 0) return undefined
    for (const way of ['debug', 'trace'] as const) {
      const answer = await orUnknown(() => ways[way](block, signal))
      if (answer === unknown) continue
      tracing = way
      return answer
    }
    tracing = 'none'
    return undefined
  }

  return {
    tracing: () => tracing,
    async head(signal) {
      return Number(await rpc.call('eth_blockNumber', [], signal))
    },
    async hash(number, signal) {
      return (await header(number, false, signal))?.hash
    },
    async block(number, signal) {
      const block = await header(number, true, signal)
      if (!block) throw new RpcError({ message: `block ${number} is not there yet`, retryable: true })
      const [receipts, traces] = await Promise.all([receiptsOf(block, signal), tracesOf(block, signal)])
      return mapBlock({ network, block, receipts, traces })
    },
  }
}

const unknown = Symbol('the node does not know the method')

async function orUnknown<T>(ask: () => Promise<T>): Promise<T | typeof unknown> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof RpcError && isUnknownMethod(error)) return unknown
    throw error
  }
}

function checked(block: RpcBlock, answer: unknown): RpcReceipt[] {
  const receipts = (Array.isArray(answer) ? answer : []) as (RpcReceipt | null)[]
  const right = receipts.filter((receipt) => receipt !== null && receipt.blockHash === block.hash)
  if (!covers(block, new Set(right.map((receipt) => receipt?.transactionHash ?? '')))) {
    throw changed(block, 'receipts')
  }
  return right as RpcReceipt[]
}

/** Of what the network itself carries out, some nodes tell neither receipt nor trace. */
function covers(block: RpcBlock, told: { has(hash: string): boolean }): boolean {
  return block.transactions.every((transaction) => told.has(transaction.hash) || isOfNetwork(transaction))
}

/** The chain was reorganised while the block was read, or the node is behind the one that was asked before. */
function changed(block: RpcBlock, what: string): RpcError {
  const message = `block ${Number(block.number)} has other ${what} than transactions: it is read again`
  return new RpcError({ message, retryable: true })
}
