import { type OperationName, operations } from '@touchstone/contract'
import { buildRequest } from './build-request.ts'
import { type ClientOptions, type ClientSettings, readClientOptions } from './client-options.ts'
import { readAnswer } from './read-answer.ts'
import { mayRetry, retryWaitMs } from './retry-policy.ts'
import { sendOnce } from './send-once.ts'
import { TouchstoneApiError } from './touchstone-api-error.ts'
import type { CallOptions, ResultOf, TouchstoneClient } from './touchstone-client.ts'

/**
 * Creates a client for one merchant. Create it once and reuse it. It holds no connection and no state.
 *
 * @example
 * ```ts
 * import { createClient } from '@touchstone/client'
 *
 * async function riskOf(address: string, credentials: { mchNo: string; apiKey: string }) {
 *   const touchstone = createClient({ baseUrl: 'https://touchstone.example.com', ...credentials })
 *   const { score, risk_level } = await touchstone.getRiskScore({ coin: 'ETH', address })
 *   return `${score} (${risk_level})`
 * }
 * ```
 */
export function createClient(options: ClientOptions): TouchstoneClient {
  const settings = readClientOptions(options)
  const call = (name: OperationName, input: object = {}, callOptions: CallOptions = {}) =>
    callOperation(settings, name, input, callOptions.signal)
  const methods = Object.keys(operations).map((name) => [name, call.bind(undefined, name as OperationName)])
  return Object.freeze({ ...Object.fromEntries(methods), call }) as unknown as TouchstoneClient
}

async function callOperation(
  settings: ClientSettings,
  name: OperationName,
  input: object,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (!Object.hasOwn(operations, name)) throw new TypeError('the contract has no operation with this name')
  const operation = operations[name]
  const request = buildRequest(settings, operation, input)
  const end = performance.now() + settings.totalTimeoutMs
  for (let retry = 0; ; retry++) {
    const timeoutMs = Math.min(settings.timeoutMs, Math.max(1, Math.ceil(end - performance.now())))
    try {
      const attempt = { fetch: settings.fetch, operation: operation.id, request, timeoutMs, signal }
      const answer = readAnswer(operation, await sendOnce(attempt), request.privateValues)
      return name === 'checkGrant' && !settings.allowTest ? withoutTestGrant(answer) : answer
    } catch (error) {
      if (!(error instanceof TouchstoneApiError) || !mayRetry(error) || retry >= settings.retries) throw error
      const waitMs = retryWaitMs({
        retry,
        retryAfterSeconds: error.retryAfterSeconds,
        random: settings.random,
      })
      // If a wait would exceed the call's timeout, the call fails immediately and the caller can retry later.
      if (performance.now() + waitMs >= end) throw error
      await settings.sleep(waitMs, signal)
    }
  }
}

/** Reports the grant of a test program as no grant, so that a test result never counts by mistake. */
function withoutTestGrant(answer: unknown): unknown {
  const { test, ...grant } = answer as ResultOf<'checkGrant'>
  return test === undefined || test === false ? answer : { ...grant, isGrant: false, verifyTime: null }
}
