import type { TouchstoneApiError } from './touchstone-api-error.ts'

const transientStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])
const firstCeilingMs = 200
const highestCeilingMs = 5_000

export function isTransient(status: number): boolean {
  return transientStatuses.has(status)
}

/**
 * Whether the client itself tries again. Every operation reads or is safe to repeat, so that only the way it failed
 * counts: by HTTP status, never by the code of an envelope that arrived with status 200.
 */
export function mayRetry(error: TouchstoneApiError): boolean {
  if (error.failure === 'network' || error.failure === 'timeout') return true
  return error.status !== undefined && isTransient(error.status)
}

/**
 * Exponential backoff with full jitter: many clients that failed together must not come back together. What the
 * service asked for comes first and the jitter on top of it, for the same reason.
 */
export function retryWaitMs(parts: {
  /** 0 before the first retry. */
  readonly retry: number
  readonly retryAfterSeconds: number | undefined
  readonly random: () => number
}): number {
  const ceiling = Math.min(highestCeilingMs, firstCeilingMs * 2 ** parts.retry)
  return (parts.retryAfterSeconds ?? 0) * 1000 + Math.floor(parts.random() * ceiling)
}
