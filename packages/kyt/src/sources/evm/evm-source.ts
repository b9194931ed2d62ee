import type { Network } from '../../addresses/networks.ts'
import type { ChainSource } from '../rpc/chain-source.ts'
import type { JsonRpc } from '../rpc/json-rpc.ts'
import { isUnknownMethod, RpcError } from '../rpc/rpc-error.ts'
import { mapBlock } from './map-block.ts'
import { isNetworkTransaction } from './map-transaction.ts'
import { type BlockTraces, readCallFrames, readFlatTraces } from './read-traces.ts'
import type { CallFrame, FlatTrace, RpcBlock, RpcReceipt } from './rpc-block.ts'

/** The method for tracing internal transfers. `auto` uses the first method that the node supports. */
export type Tracing = 'auto' | 'debug' | 'trace' | 'none'

export type EvmSource = ChainSource & {
  /** The tracing method in use. `auto` until the first block has been read. */
  tracing(): Tracing
}

/**
 * Reads an EVM node over JSON-RPC. Requests all parts of a block by its hash, so that they belong to the same
 * block.
 */
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
    // Requests the block by number, because this method does not accept a hash.
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
    const readers = { debug: debugTraces, trace: flatTraces }
    if (tracing === 'none') return undefined
    if (tracing !== 'auto') return await readers[tracing](block, signal)
    // A block without transactions does not show whether a method is supported, because some nodes return an
    // empty result even for an unsupported method.
    if (block.transactions.length === 0) return undefined
    for (const method of ['debug', 'trace'] as const) {
      const answer = await orUnknown(() => readers[method](block, signal))
      if (answer === unknown) continue
      tracing = method
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
      if (!block) throw new RpcError({ message: `block ${number} does not exist yet`, retryable: true })
      const [receipts, traces] = await Promise.all([receiptsOf(block, signal), tracesOf(block, signal)])
      return mapBlock({ network, block, receipts, traces })
    },
  }
}

const unknown = Symbol('the node does not support the method')

async function orUnknown<T>(request: () => Promise<T>): Promise<T | typeof unknown> {
  try {
    return await request()
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

/**
 * Returns whether the node returned an entry for every transaction. Some nodes return neither a receipt nor a
 * trace for transactions that the network itself created.
 */
function covers(block: RpcBlock, found: { has(hash: string): boolean }): boolean {
  return block.transactions.every(
    (transaction) => found.has(transaction.hash) || isNetworkTransaction(transaction),
  )
}

/**
 * Creates the error for a block whose parts do not match. The chain may have been reorganized while the block
 * was read, or this node may lag behind the node that was queried before it.
 */
function changed(block: RpcBlock, what: string): RpcError {
  const message = `the ${what} of block ${Number(block.number)} do not match its transactions, so the block is read again`
  return new RpcError({ message, retryable: true })
}
