import type { Hex } from 'viem'
import type { DevChain } from './dev-chain.ts'
import { JsonRpcFailure } from './json-rpc-failure.ts'

type Block = { hash: Hex; number: Hex; miner: Hex; transactions: Hex[] }

/** Answers one request. Combines engine requests to implement methods that the engine lacks. */
export async function handleRequest(
  chain: DevChain,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  switch (method) {
    case 'web3_clientVersion':
      return clientVersion
    case 'eth_sendTransactionSync':
    case 'eth_sendRawTransactionSync': {
      const hash = await chain.request<Hex>(method.replace('Sync', ''), params)
      const receipt = await chain.request('eth_getTransactionReceipt', [hash])
      if (receipt === null) {
        throw new JsonRpcFailure({
          code: 4,
          message: 'The transaction was sent but has not been mined yet',
          data: hash,
        })
      }
      return receipt
    }
    case 'eth_getBlockReceipts': {
      const block = await findBlock(chain, params[0])
      return block && (await ofEach(chain, block, 'eth_getTransactionReceipt'))
    }
    case 'debug_traceBlockByHash':
    case 'debug_traceBlockByNumber': {
      const block = await findBlock(chain, params[0])
      if (!block) throw new JsonRpcFailure({ code: -32000, message: 'block not found' })
      const results = await ofEach(chain, block, 'debug_traceTransaction', params.slice(1))
      return results.map((result, index) => ({ txHash: block.transactions[index], result }))
    }
    case 'trace_block': {
      const block = await findBlock(chain, params[0])
      if (!block) return null
      const traces = await ofEach(chain, block, 'debug_traceTransaction', [{ tracer: 'flatCallTracer' }])
      return [...traces.flat(), rewardOf(block)]
    }
    default:
      return await chain.request(method, params)
  }
}

/** Lets clients detect that a different program has taken over this node's port. */
export const clientVersion = 'touchstone-development-chain'

async function findBlock(chain: DevChain, named: unknown): Promise<Block | null> {
  const isHash = typeof named === 'string' && named.length === 66
  return await chain.request<Block | null>(isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber', [
    named,
    false,
  ])
}

function ofEach(
  chain: DevChain,
  { transactions }: Block,
  method: string,
  more: readonly unknown[] = [],
): Promise<unknown[]> {
  return Promise.all(transactions.map((hash) => chain.request(method, [hash, ...more])))
}

/** There are no block rewards. The entry is included because other nodes return it as well. */
function rewardOf({ hash, number, miner }: Block) {
  return {
    action: { author: miner, rewardType: 'block', value: '0x0' },
    blockHash: hash,
    blockNumber: Number(number),
    result: null,
    subtraces: 0,
    traceAddress: [],
    type: 'reward',
  }
}
