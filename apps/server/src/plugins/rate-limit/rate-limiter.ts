export type RateDecision = {
  readonly allowed: boolean
  /** Calls left in the window that ends now. */
  readonly remaining: number
  /** Milliseconds until the oldest counted call leaves the window. */
  readonly resetMs: number
}

/**
 * An exact sliding window of one second: at no moment have more than `limit` calls been let through in the second
 * before it. A refused call is not counted.
 */
export type RateLimiter = {
  take(key: string, limit: number): RateDecision | Promise<RateDecision>
  ping(): Promise<void>
  close(): Promise<void>
}

export const windowMs = 1000
