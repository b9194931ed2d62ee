import type { TouchstoneApiError } from './touchstone-api-error.ts'

const transientStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])
const firstCeilingMs = 200
const highestCeilingMs = 5_000

/** Returns whether an HTTP status indicates a transient failure. */
export function isTransient(status: number): boolean {
  return transientStatuses.has(status)
}

/**
 * Returns whether the client retries. Every operation is read-only or safe to repeat, so only the failure
 * matters. The HTTP status decides, not the code of an envelope with status 200.
 */
export function mayRetry(error: TouchstoneApiError): boolean {
  if (error.failure === 'network' || error.failure === 'timeout') return true
  return error.status !== undefined && isTransient(error.status)
}

/**
 * Returns the wait before a retry: exponential backoff with full jitter, so that clients that failed together
 * do not retry together. For the same reason, the jitter is added to the wait that the service requests.
 */
export function retryWaitMs(parts: {
  /** 0 for the first retry. */
  readonly retry: number
  readonly retryAfterSeconds: number | undefined
  readonly random: () => number
}): number {
  const ceiling = Math.min(highestCeilingMs, firstCeilingMs * 2 ** parts.retry)
  return (parts.retryAfterSeconds ?? 0) * 1000 + Math.floor(parts.random() * ceiling)
}
