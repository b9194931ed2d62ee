import {
  createRpcEndpoint,
  OperatorError,
  type Random,
  type RpcCall,
  RpcFailure,
  randomInteger,
} from '@touchstone/common'
import { isUnknownMethod, RpcError } from './rpc-error.ts'

/** Waits, or returns early when aborted. Tests replace this function, so that they do not have to wait. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>

export type JsonRpcOptions = {
  /**
   * http(s) URLs for nodes on the same chain, with the preferred one first. A URL can contain credentials.
   */
  readonly endpoints: readonly string[]
  readonly wait: Wait
  readonly random: Random
  readonly timeoutMs?: number
  /** Number of attempts per endpoint before a request fails. */
  readonly rounds?: number
  readonly firstDelayMs?: number
  readonly longestDelayMs?: number
  /** Maximum number of calls per HTTP request. Must be 1 for nodes without batch support. */
  readonly batchSize?: number
  /** Replaces JSON.parse if numbers must not be converted to floats. */
  readonly parse?: (text: string) => unknown
  readonly fetch?: typeof globalThis.fetch
}

export type JsonRpc = {
  call(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<unknown>
  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]>
}

/**
 * A client for several nodes. Switches from a failing node to the next node immediately. Pauses only if all
 * nodes failed. The delay doubles each round and has jitter, so that clients do not retry simultaneously. The
 * node that responded becomes the preferred one. Does not repeat a request that a node rejects permanently.
 * If a node does not support a method, the client tries the other nodes.
 */
export function createJsonRpc(options: JsonRpcOptions): JsonRpc {
  const { wait, random, rounds = 5, firstDelayMs = 250, longestDelayMs = 30_000, batchSize = 50 } = options
  if (options.endpoints.length === 0) {
    throw new OperatorError({
      code: 'rpc-endpoints',
      message: 'No node is configured for following the chain.',
      remedy: 'Configure the URL of at least one node.',
    })
  }
  const endpoints = options.endpoints.map((url) =>
    createRpcEndpoint({
      url,
      timeoutMs: options.timeoutMs ?? 30_000,
      ...(options.parse && { parse: options.parse }),
      ...(options.fetch && { fetch: options.fetch }),
    }),
  )
  let preferred = 0

  function delay(round: number, requested: number): number {
    const full = Math.min(longestDelayMs, firstDelayMs * 2 ** (round - 1))
    const jittered = Math.ceil(full / 2) + randomInteger(random, Math.floor(full / 2) + 1)
    return Math.min(longestDelayMs, Math.max(jittered, requested))
  }

  async function request(calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<unknown[]> {
    const problems = new Map<number, RpcError>()
    for (let round = 0; round < rounds; round++) {
      if (round > 0) {
        const pauses = [...problems.values()].map(({ retryAfterMs }) => retryAfterMs ?? 0)
        await wait(delay(round, Math.min(...pauses)), signal)
      }
      const first = preferred
      for (let step = 0; step < endpoints.length; step++) {
        signal?.throwIfAborted()
        const index = (first + step) % endpoints.length
        const endpoint = endpoints[index]
        if (!endpoint) continue
        try {
          const results = await endpoint.ask(calls, signal)
          preferred = index
          return results
        } catch (thrown) {
          if (!(thrown instanceof RpcFailure)) throw thrown
          const error = rpcErrorOf(thrown, endpoint.host)
          if (!error.retryable && !isUnknownMethod(error)) throw error
          problems.set(index, error)
        }
      }
      const refusals = [...problems.values()].filter((problem) => !problem.retryable)
      if (refusals[0] && refusals.length === endpoints.length) throw refusals[0]
    }
    const texts = [...problems.values()].map(({ message }) => message)
    throw new RpcError({ message: `no node responds: ${texts.join('; ')}`, retryable: true })
  }

  return {
    async call(method, params = [], signal) {
      const [result] = await request([{ method, params }], signal)
      return result
    },
    async batch(calls, signal) {
      const results: unknown[] = []
      for (let start = 0; start < calls.length; start += batchSize) {
        results.push(...(await request(calls.slice(start, start + batchSize), signal)))
      }
      return results
    },
  }
}

/** JSON-RPC's "limit exceeded" and "internal error". Bitcoin Core returns -28 while it is starting. */
const temporaryCodes = new Set([-32005, -32603, -28])

function rpcErrorOf({ kind, message, code, status = 0, retryAfterMs }: RpcFailure, host: string): RpcError {
  return new RpcError({
    message: `${host}: ${message}`,
    retryable: kind === 'refused' ? temporaryCodes.has(code ?? 0) : kind !== 'http' || status >= 500,
    ...(code !== undefined && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
