import { readHttpUrl } from './http-url.ts'
import { BodyTooLong, readBody } from './read-body.ts'

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

/** A node that is accessed through JSON-RPC 2.0 over HTTP. */
export type RpcEndpoint = {
  /**
   * The node's host, the only part of its URL that may be logged, because paths and queries can contain keys.
   */
  readonly host: string
  /** Sends all calls in one HTTP request and returns the results in the same order. Throws `RpcFailure`. */
  ask(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]>
}

/** The error of a failed call. Its message never contains secrets from the URL. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
  /**
   * `unreachable`: no connection, or no response in time. `limited`: HTTP 429. `http`: any other HTTP status
   * except 200, without a JSON-RPC response. `invalid`: the response is not JSON-RPC, or contains no result.
   * `oversized`: the response exceeds the limit. `refused`: the node returned a JSON-RPC error.
   */
  readonly kind: 'unreachable' | 'limited' | 'http' | 'invalid' | 'oversized' | 'refused'
  /** Message, code and data of the node's JSON-RPC error. */
  readonly reason: string
  readonly code: number | undefined
  readonly data: unknown
  /** The HTTP status, unless it is 200. */
  readonly status: number | undefined
  /** The delay that the node requested. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: RpcFailure['kind'],
    message: string,
    details: { reason?: string; code?: number; data?: unknown; status?: number; retryAfterMs?: number } = {},
  ) {
    super(message)
    this.kind = kind
    this.reason = details.reason ?? message
    this.code = details.code
    this.data = details.data
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
  }
}

type Answer = {
  id?: unknown
  result?: unknown
  error?: { code?: unknown; message?: unknown; data?: unknown } | null
}

const longestText = 300

export function createRpcEndpoint(options: {
  /** An http or https URL. Credentials in it are sent as a header. */
  url: string
  timeoutMs: number
  /** Additional headers, for example with a key. */
  headers?: Readonly<Record<string, string>>
  /** Maximum length of a response in bytes; unlimited by default. */
  longestAnswer?: number
  /** A replacement for `JSON.parse`, for use when numbers must not be converted to floats. */
  parse?: (text: string) => unknown
  fetch?: typeof globalThis.fetch
}): RpcEndpoint {
  const { target, host, secrets, headers: credentials } = readHttpUrl(options.url)
  const headers = { 'content-type': 'application/json', ...credentials, ...options.headers }
  const scrub = (said: string) =>
    secrets.reduce((words, secret) => words.replaceAll(secret, '…'), said).slice(0, longestText)
  const {
    timeoutMs,
    longestAnswer = Number.POSITIVE_INFINITY,
    parse = JSON.parse,
    fetch = globalThis.fetch,
  } = options

  async function exchange(body: string, signal: AbortSignal | undefined) {
    // On Node.js 20, AbortSignal.any leaks memory while the source signal exists.
    const stop = new AbortController()
    const abort = () => stop.abort()
    const timer = setTimeout(abort, timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const init = { method: 'POST', headers, body, redirect: 'error', signal: stop.signal } as const
      const response = await fetch(target, init)
      return {
        status: response.status,
        after: response.headers.get('retry-after'),
        text: await readBody(response, longestAnswer),
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof BodyTooLong) throw new RpcFailure('oversized', error.message)
      const reason = stop.signal.aborted
        ? `no answer within ${timeoutMs} ms`
        : `no connection (${connectionProblemOf(error)})`
      throw new RpcFailure('unreachable', reason)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    host,
    async ask(calls, signal) {
      const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
      const body = JSON.stringify(requests.length === 1 ? requests[0] : requests)
      const { status, after, text } = await exchange(body, signal)
      if (status === 429) {
        const seconds = Number(after ?? Number.NaN)
        const wait = Number.isFinite(seconds) && { retryAfterMs: seconds * 1000 }
        throw new RpcFailure('limited', 'too many requests (HTTP 429)', { status, ...wait })
      }
      const answers = readAnswers(text, parse)
      // Nodes also send JSON-RPC errors with HTTP 400, 404 or 500, so a JSON-RPC response is used regardless
      // of its status.
      if (!answers) {
        if (status !== 200) throw new RpcFailure('http', `HTTP ${status}`, { status })
        throw new RpcFailure('invalid', 'the answer is not JSON-RPC')
      }
      return requests.map(({ method, id }) => {
        // A node can reject a whole batch with a single error, which then applies to every call.
        const answer = Array.isArray(answers) ? answers.find((one) => one.id === id) : answers
        if (answer?.error) {
          const { code, message, data } = answer.error
          const reason = scrub(typeof message === 'string' ? message : 'no reason given')
          const number = Number.isFinite(Number(code)) ? Number(code) : 0
          throw new RpcFailure('refused', `${method}: ${reason} (${number})`, { reason, code: number, data })
        }
        if (answer === undefined || answer.id !== id || answer.result === undefined) {
          throw new RpcFailure('invalid', `${method}: no result`)
        }
        return answer.result
      })
    },
  }
}

function readAnswers(text: string, parse: (text: string) => unknown): Answer | Answer[] | undefined {
  try {
    const read = parse(text)
    if (Array.isArray(read)) return read.every(isAnswer) ? read : undefined
    return isAnswer(read) ? read : undefined
  } catch {
    return undefined
  }
}

/** A gateway in front of a node reports its own errors, such as a rate limit, with a text in `error`. */
function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null) return false
  return 'result' in value || ('error' in value && typeof value.error === 'object' && value.error !== null)
}

/** Returns the reason for a failed connection, without any part of the URL. */
export function connectionProblemOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : 'the connection broke'
}
