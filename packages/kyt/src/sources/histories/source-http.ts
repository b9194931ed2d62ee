import {
  BodyTooLong,
  type Clock,
  connectionProblemOf,
  type Random,
  RpcFailure,
  randomInteger,
  readBody,
} from '@touchstone/common'
import type { Wait } from '../rpc/json-rpc.ts'
import type { Asking } from './history-source.ts'
import { SourceError, type SourceErrorKind } from './source-error.ts'

export type SourceHttpOptions = {
  readonly clock: Clock
  readonly random: Random
  readonly wait: Wait
  readonly fetch?: typeof globalThis.fetch
  readonly timeoutMs?: number
  /** Number of attempts before a request fails. */
  readonly attempts?: number
  readonly firstDelayMs?: number
  /** A request fails without a further attempt if the source requests a longer pause than this. */
  readonly longestDelayMs?: number
  /** Maximum size of a decompressed response. */
  readonly largestBytes?: number
  /** Waits until the source's rate limit allows a request. Called before each attempt. */
  readonly pace?: (signal?: AbortSignal) => Promise<void>
  /** Called after each attempt. A request that failed is repeated only when the returned promise resolves. */
  readonly onRequest?: (request: SourceRequestReport) => Promise<void> | void
}

export type SourceRequestReport = {
  readonly host: string
  readonly outcome: 'ok' | SourceErrorKind
  readonly milliseconds: number
  /** The pause that the source requested. */
  readonly retryAfterMs?: number
}

export type SourceRequest<T> = {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly asking: Asking
  /** Replaces JSON.parse if numbers must not be converted to floats. */
  readonly parse?: (text: string) => unknown
  /** Returns the error for a response whose status is not 2xx. By default, the status determines the error. */
  readonly refusal?: (status: number, text: string) => SourceError | undefined
  /** Checks and converts the response. Throws `SourceError` if it is not what the source documents. */
  readonly read: (answer: unknown) => T
}

/** The HTTP client of all history sources. */
export type SourceHttp = {
  /** Unix seconds. */
  now(): number
  /** Sends a GET request and reads the JSON response. Retries temporary errors. */
  json<T>(request: SourceRequest<T>): Promise<T>
  /** Sends a request with another client. Retries temporary errors in the same way as `json`. */
  attempt<T>(host: string, asking: Asking, task: (signal?: AbortSignal) => Promise<T>): Promise<T>
  /** Limits for clients that are used with `attempt`. */
  readonly limits: {
    readonly timeoutMs: number
    readonly largestBytes: number
    readonly fetch: typeof globalThis.fetch
  }
}

/**
 * Creates a client that counts, paces and retries requests to history sources. The delay doubles with each
 * attempt and has jitter. Redirects are refused, because a source could otherwise make the service send
 * requests to internal hosts. Error messages contain the host, but neither paths nor queries, because these
 * contain keys and addresses.
 */
export function createSourceHttp(options: SourceHttpOptions): SourceHttp {
  const { clock, random, wait, pace, onRequest } = options
  const { fetch = globalThis.fetch, timeoutMs = 20_000, attempts = 5 } = options
  const { firstDelayMs = 500, longestDelayMs = 15_000, largestBytes = 64 * 1024 * 1024 } = options

  function delay(failed: number, requested: number): number {
    const full = Math.min(longestDelayMs, firstDelayMs * 2 ** (failed - 1))
    return Math.max(Math.ceil(full / 2) + randomInteger(random, Math.floor(full / 2) + 1), requested)
  }

  async function attempt<T>(
    host: string,
    asking: Asking,
    task: (signal?: AbortSignal) => Promise<T>,
  ): Promise<T> {
    for (let failed = 1; ; failed++) {
      asking.signal?.throwIfAborted()
      await asking.beforeRequest()
      await pace?.(asking.signal)
      const started = clock.now()
      const report = (outcome: SourceRequestReport['outcome'], retryAfterMs?: number) => {
        const milliseconds = clock.now() - started
        return onRequest?.({
          host,
          outcome,
          milliseconds,
          ...(retryAfterMs !== undefined && { retryAfterMs }),
        })
      }
      try {
        const result = await task(asking.signal)
        await report('ok')
        return result
      } catch (thrown) {
        asking.signal?.throwIfAborted()
        const error = thrown instanceof RpcFailure ? ofRpcFailure(thrown, host) : thrown
        if (!(error instanceof SourceError)) throw error
        await report(error.kind, error.retryAfterMs)
        const requested = error.retryAfterMs ?? 0
        if (!error.retryable || failed >= attempts || requested > longestDelayMs) throw error
        await wait(delay(failed, requested), asking.signal)
      }
    }
  }

  async function exchange(url: URL, headers: Readonly<Record<string, string>>, signal?: AbortSignal) {
    // On Node.js 20, AbortSignal.any leaks memory while the source signal exists.
    const stop = new AbortController()
    const abort = () => stop.abort()
    const timer = setTimeout(abort, timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        redirect: 'manual',
        signal: stop.signal,
      })
      const text = await readBody(response, largestBytes)
      return { status: response.status, headers: response.headers, text }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof BodyTooLong) throw new SourceError('oversized', `${url.host}: ${error.message}`)
      const reason = stop.signal.aborted
        ? `no answer within ${timeoutMs} ms`
        : `no connection (${connectionProblemOf(error)})`
      throw new SourceError('unreachable', `${url.host}: ${reason}`)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    now: () => Math.floor(clock.now() / 1000),
    attempt,
    limits: { timeoutMs, largestBytes, fetch },
    async json({ url, headers = {}, asking, parse = JSON.parse, refusal, read }) {
      return await attempt(url.host, asking, async (signal) => {
        const answer = await exchange(url, headers, signal)
        if (answer.status < 200 || answer.status > 299) {
          throw refusal?.(answer.status, answer.text) ?? ofStatus(url.host, answer.status, answer.headers)
        }
        return read(parsed(url.host, answer.text, parse))
      })
    },
  }
}

function parsed(host: string, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    throw new SourceError('invalid', `${host}: the response is not JSON`)
  }
}

function ofStatus(host: string, status: number, headers: Headers): SourceError {
  const retryAfterMs = readRetryAfter(headers)
  const text = `${host}: HTTP ${status}`
  if (status === 429) return new SourceError('limited', text, { retryAfterMs })
  if (status >= 500) return new SourceError('unavailable', text, { retryAfterMs })
  if (status >= 300 && status < 400) return new SourceError('redirect', `${text}, a redirect`)
  return new SourceError('refused', text)
}

/**
 * Returns the pause in milliseconds. `Retry-After` contains seconds, or a date, which is compared with the
 * response's own date because clocks differ.
 */
function readRetryAfter(headers: Headers): number | undefined {
  const after = headers.get('retry-after')
  if (after === null) return undefined
  if (/^\d{1,6}$/.test(after)) return Number(after) * 1000
  const pause = Date.parse(after) - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(pause) ? Math.max(0, pause) : undefined
}

function ofRpcFailure({ kind, message, status = 0, retryAfterMs }: RpcFailure, host: string): SourceError {
  const text = `${host}: ${message}`
  if (kind === 'http') {
    return status >= 500 ? new SourceError('unavailable', text) : new SourceError('refused', text)
  }
  return new SourceError(kind, text, { retryAfterMs })
}
