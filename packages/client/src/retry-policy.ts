import type { TouchstoneApiError } from './touchstone-api-error.ts'

const transientStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])
const firstCeilingMs = 200
const highestCeilingMs = 5_000

/** Returns whether an HTTP status indicates a transient failure. */
export function isTransient(status: number): boolean {
  return transientStatuses.has(status)
}

/**
 * Returns whether the client retries after this failure. The operation does not matter, because every
 * operation is read-only or safe to repeat. For a response, the decision depends on the HTTP status, not on
 * the code in the envelope.
 */
export function mayRetry(error: TouchstoneApiError): boolean {
  if (error.failure === 'network' || error.failure === 'timeout') return true
  return error.status !== undefined && isTransient(error.status)
}

/**
 * Returns the wait before a retry. Uses exponential backoff with full jitter, so that clients that failed at
 * the same time do not retry at the same time. For the same reason, jitter is also added to a wait that the
 * service requests.
 */
export function retryWaitMs(parts: {
  /** Number of previous retries: 0 for the first retry. */
  readonly retry: number
  readonly retryAfterSeconds: number | undefined
  readonly random: () => number
}): number {
  const ceiling = Math.min(highestCeilingMs, firstCeilingMs * 2 ** parts.retry)
  return (parts.retryAfterSeconds ?? 0) * 1000 + Math.floor(parts.random() * ceiling)
}
