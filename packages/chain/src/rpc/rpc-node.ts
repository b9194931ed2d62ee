import { createRpcEndpoint, RpcFailure } from '@touchstone/common'
import { NodeError, RpcResponseError } from './rpc-error.ts'

/** One node over JSON-RPC. */
export type RpcNode = {
  /** Its number in the list and its host: the only part of its URL that may be logged. */
  readonly name: string
  request(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>
}

/** Limit exceeded and internal error of JSON-RPC; a method that this node does not serve, and another may. */
const passing = new Set([-32005, -32603, -32601, -32004, 429])
const longestAnswer = 4_000_000

export function createRpcNode(options: {
  url: string
  number: number
  timeoutMs: number
  fetch: typeof globalThis.fetch
}): RpcNode {
  const endpoint = createRpcEndpoint({ ...options, longestAnswer })
  const name = `node ${options.number} (${endpoint.host})`
  return {
    name,
    async request(method, params, signal) {
      try {
        const [result] = await endpoint.ask([{ method, params }], signal)
        return result
      } catch (error) {
        throw error instanceof RpcFailure ? meaningOf(error, name) : error
      }
    },
  }
}

/** Whether the node is at fault, or has answered that the call can not be carried out. */
function meaningOf(
  { kind, message, reason, code = 0, data }: RpcFailure,
  name: string,
): NodeError | RpcResponseError {
  const text = `${name}: ${message}`
  if (kind === 'limited') return new NodeError('busy', text)
  if (kind === 'oversized') return new NodeError('invalid', text)
  if (kind !== 'refused') return new NodeError('down', text)
  // Some nodes report a revert as an internal error. It is an answer, and the same from every node.
  if (passing.has(code) && !/revert|nonce|funds|underpriced|known/i.test(reason))
    return new NodeError('busy', text)
  return new RpcResponseError({ code, message: reason, data })
}
