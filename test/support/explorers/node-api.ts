import type { TestNode } from '@touchstone/chain/testing'
import type { ExplorerApi } from './start-explorer.ts'

type Call = { id: number; method: string; params: Record<string, unknown>[] }
type Trace = {
  action: Record<string, string>
  result: Record<string, string> | null
  transactionHash?: string
}

/**
 * Offers a development chain's JSON-RPC API with the limits of a provider: a range of at most `mostBlocks`
 * blocks, and `trace_filter` only if `traces` is set. `onCall` runs before each call.
 */
export function nodeApi(options: {
  readonly node: TestNode
  readonly traces: boolean
  readonly mostBlocks?: number
  readonly mostResults?: number
  readonly batches?: boolean
  readonly onCall?: (method: string) => Promise<void>
}): ExplorerApi {
  const { node, traces, mostBlocks = 1e9, mostResults = 1e9, batches = true } = options
  const word = (number: number) => `0x${number.toString(16)}`

  async function tracesOf(block: number): Promise<Trace[]> {
    return (await node.rpc<Trace[] | null>('trace_block', word(block))) ?? []
  }

  async function traceFilter(filter: Record<string, unknown>): Promise<Trace[]> {
    const involves = (names: unknown, ...parties: (string | undefined)[]) =>
      !Array.isArray(names) ||
      parties.some((party) => party !== undefined && names.includes(party.toLowerCase()))
    const found: Trace[] = []
    for (let block = Number(filter.fromBlock); block <= Number(filter.toBlock); block++) {
      for (const trace of await tracesOf(block)) {
        const { action, result } = trace
        const isFrom = involves(filter.fromAddress, action.from, action.address)
        const isTo = involves(
          filter.toAddress,
          action.to,
          result?.address,
          action.refundAddress,
          action.author,
        )
        if (isFrom && isTo) found.push(trace)
      }
    }
    return found
  }

  async function result({ method, params }: Call): Promise<unknown> {
    await options.onCall?.(method)
    const [first = {}] = params
    if (method === 'eth_getLogs' || method === 'trace_filter') {
      const blocks = Number(first.toBlock) - Number(first.fromBlock) + 1
      if (blocks > mostBlocks) throw new Error(`eth_getLogs is limited to a ${mostBlocks} block range`)
    }
    if (method === 'trace_filter' || method === 'trace_transaction') {
      if (!traces) throw new Error('the method trace_filter does not exist/is not available')
      if (method === 'trace_filter') return await traceFilter(first)
      const receipt = await node.rpc<{ blockNumber: string }>('eth_getTransactionReceipt', first)
      const all = await tracesOf(Number(receipt.blockNumber))
      return all.filter(({ transactionHash }) => transactionHash === (first as unknown as string))
    }
    const answer = await node.rpc(method, ...params)
    if (Array.isArray(answer) && answer.length > mostResults) {
      throw new Error(`query returned more than ${mostResults} results`)
    }
    return answer
  }

  async function answer(call: Call): Promise<unknown> {
    try {
      return { jsonrpc: '2.0', id: call.id, result: await result(call) }
    } catch (error) {
      const message = error instanceof Error ? error.message : 'failed'
      return { jsonrpc: '2.0', id: call.id, error: { code: -32000, message } }
    }
  }

  return {
    tooFast: {
      body: {
        ...{ jsonrpc: '2.0', id: 0 },
        error: { code: 429, message: 'Your app has exceeded its compute units per second capacity' },
      },
    },
    async answer({ body }) {
      if (!Array.isArray(body)) return { body: await answer(body as Call) }
      if (!batches)
        return { body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } } }
      return { body: await Promise.all(body.map(answer)) }
    },
  }
}
