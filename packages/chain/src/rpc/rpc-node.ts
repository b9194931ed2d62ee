import { createRpcEndpoint, RpcFailure } from '@touchstone/common'
import { NodeError, RpcResponseError } from './rpc-error.ts'

/** A JSON-RPC node. */
export type RpcNode = {
  /** The number of the node in the list, and its host. The other parts of the URL must not be logged. */
  readonly name: string
  request(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>
}

/**
 * JSON-RPC codes for rate limits, internal errors and unsupported methods. If a node returns one of these
 * codes, another node might succeed.
 */
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

/**
 * Converts a failure to an error that indicates whether the node is at fault or returned a valid error
 * response.
 */
function meaningOf(
  { kind, message, reason, code = 0, data }: RpcFailure,
  name: string,
): NodeError | RpcResponseError {
  const text = `${name}: ${message}`
  if (kind === 'limited') return new NodeError('busy', text)
  if (kind === 'oversized') return new NodeError('invalid', text)
  if (kind !== 'refused') return new NodeError('down', text)
  // Some nodes report a revert as an internal error. A revert is a valid response, because every node reports
  // the same revert.
  if (passing.has(code) && !/revert|nonce|funds|underpriced|known/i.test(reason))
    return new NodeError('busy', text)
  return new RpcResponseError({ code, message: reason, data })
}
