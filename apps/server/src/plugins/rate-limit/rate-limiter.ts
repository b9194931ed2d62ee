/** A group of calls that share a limit. */
export type RateWindow = { readonly key: string; readonly limit: number }

export type RateDecision = {
  readonly allowed: boolean
  /** Remaining calls in the current window. */
  readonly remaining: number
  /** Milliseconds until the oldest counted call leaves the window, or until there is room for refused calls. */
  readonly resetMs: number
}

/**
 * Limits calls with a precise sliding window: no period of one second contains more than `limit` allowed
 * calls. Rejected calls are not counted.
 */
export type RateLimiter = {
  /**
   * Counts one or more calls at once in all windows, or in none if any of them has too little room. Returns a
   * result for each window, in the order of the arguments.
   */
  take(
    windows: readonly RateWindow[],
    calls?: number,
  ): readonly RateDecision[] | Promise<readonly RateDecision[]>
  ping(): Promise<void>
  close(): Promise<void>
}

export const windowMs = 1000
