import { createRpcEndpoint, type RpcCall, RpcFailure, readHttpUrl } from '@touchstone/common'
import type { Asking } from './history-source.ts'
import { SourceError } from './source-error.ts'
import type { SourceHttp } from './source-http.ts'

/** Calls a node's JSON-RPC methods, several in one request if the node accepts batches. */
export type NodeCalls = {
  readonly host: string
  call(method: string, params: readonly unknown[], asking: Asking): Promise<unknown>
  batch(calls: readonly RpcCall[], asking: Asking): Promise<unknown[]>
}

const batchSize = 50
/** JSON-RPC's "limit exceeded" and "internal error". */
const temporaryCodes = new Set([-32005, -32603])
/** Nodes also report an exceeded rate limit with the codes of other errors. */
const limitsRequests =
  /\brate\b|per second|capacity|throughput|too many requests|quota|credits|compute units|daily/i
const limitsRanges =
  /range|limit|exceed|too (?:many|large|wide|big)|more than|maximum|timeout|timed out|size/i

/** A method that the node refuses. */
export class NodeRefusal extends SourceError {
  /** The code and message of the JSON-RPC error. */
  readonly code: number
  readonly reason: string
  /** Whether the node may accept the request for fewer blocks. */
  readonly isTooLarge: boolean

  constructor(host: string, { code = 0, reason }: RpcFailure) {
    const isLimited = limitsRequests.test(reason)
    const isTooLarge = !isLimited && limitsRanges.test(reason)
    super(
      isLimited ? 'limited' : 'refused',
      isLimited ? `${host}: the rate limit is exceeded` : `${host}: the node refuses the request (${code})`,
      { retryable: isLimited || (temporaryCodes.has(code) && !isTooLarge) },
    )
    this.code = code
    this.reason = reason
    this.isTooLarge = isTooLarge
  }
}

export function createNodeCalls(options: {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly http: SourceHttp
}): NodeCalls {
  const { url, headers, http } = options
  const { host } = readHttpUrl(url)
  const { timeoutMs, largestBytes, fetch } = http.limits
  const node = createRpcEndpoint({
    ...{ url, timeoutMs, longestAnswer: largestBytes, fetch, ...(headers && { headers }) },
  })
  let acceptsBatches = true

  async function ask(calls: readonly RpcCall[], asking: Asking): Promise<unknown[]> {
    return await http.attempt(host, asking, async (signal) => {
      try {
        return await node.ask(calls, signal)
      } catch (error) {
        if (!(error instanceof RpcFailure)) throw error
        if (error.kind === 'refused') throw new NodeRefusal(host, error)
        // Some services report an exceeded rate limit with HTTP 403.
        if (error.status === 403) throw new SourceError('limited', `${host}: HTTP 403`)
        throw error
      }
    })
  }

  return {
    host,
    async call(method, params, asking) {
      const [result] = await ask([{ method, params }], asking)
      return result
    },
    async batch(calls, asking) {
      const results: unknown[] = []
      while (results.length < calls.length) {
        const next = calls.slice(results.length, results.length + (acceptsBatches ? batchSize : 1))
        try {
          results.push(...(await ask(next, asking)))
        } catch (error) {
          const isRefused = error instanceof SourceError && /^(refused|invalid|oversized)$/.test(error.kind)
          if (!isRefused || next.length === 1) throw error
          acceptsBatches = false
        }
      }
      return results
    },
  }
}
