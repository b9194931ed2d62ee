import type { BuiltRequest } from './build-request.ts'
import type { ClientSettings } from './client-options.ts'
import { redact } from './redact.ts'
import { TouchstoneApiError } from './touchstone-api-error.ts'

const deepestCause = 3

/**
 * Copies only the name, code, message and causes of an error that `fetch` threw. The original error can
 * contain data that must not be logged, such as the bytes of a partial response or properties that a custom
 * `fetch` attached.
 */
function cleanCause(thrown: unknown, privateValues: readonly string[], depth = 0): Error {
  if (!(thrown instanceof Error)) return new Error('fetch threw a value that is not an error')
  const inner =
    thrown.cause instanceof Error && depth < deepestCause
      ? cleanCause(thrown.cause, privateValues, depth + 1)
      : undefined
  const copy = new Error(
    redact(thrown.message, privateValues),
    inner === undefined ? undefined : { cause: inner },
  )
  copy.name = thrown.name
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  return code === undefined ? copy : Object.assign(copy, { code })
}

/** An HTTP response, read completely. */
export type Answer = {
  readonly status: number
  readonly text: string
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
}

type Attempt = {
  readonly fetch: ClientSettings['fetch']
  readonly operation: string
  readonly request: BuiltRequest
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** Makes one attempt. The timeout covers the time from the first byte sent to the last byte read. */
export async function sendOnce({ fetch, operation, request, timeoutMs, signal }: Attempt): Promise<Answer> {
  if (signal?.aborted) throw aborted(operation, signal)
  // AbortSignal.any and AbortSignal.timeout are not used, because the listener and the timer must be removed
  // after the attempt. The caller's signal can outlive thousands of calls.
  const controller = new AbortController()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    controller.abort(new DOMException('the attempt took too long', 'TimeoutError'))
  }, timeoutMs)
  const forward = () => controller.abort()
  signal?.addEventListener('abort', forward)
  try {
    const response = await fetch(request.url, {
      ...request.init,
      signal: controller.signal,
      // Following a redirect would send the credentials to an unknown host.
      redirect: 'manual',
    })
    return {
      status: response.status,
      text: await response.text(),
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: wholeSeconds(response.headers.get('retry-after')),
    }
  } catch (thrown) {
    if (signal?.aborted) throw aborted(operation, signal)
    throw new TouchstoneApiError({
      failure: timedOut ? 'timeout' : 'network',
      operation,
      message: timedOut ? `no response within ${timeoutMs} ms` : 'the connection to the service failed',
      retryable: true,
      cause: cleanCause(thrown, request.privateValues),
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
}

function aborted(operation: string, signal: AbortSignal): TouchstoneApiError {
  return new TouchstoneApiError({
    failure: 'aborted',
    operation,
    message: 'the call was aborted by its signal',
    retryable: false,
    cause: signal.reason,
  })
}

function wholeSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}
