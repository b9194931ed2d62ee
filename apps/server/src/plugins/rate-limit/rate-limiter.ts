/** What is counted together, and how many calls of it a second are let through. */
export type RateWindow = { readonly key: string; readonly limit: number }

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
  /**
   * Counts a call in all windows, or in none when one of them is full. Answers for each window, in their order, whether
   * it had room.
   */
  take(windows: readonly RateWindow[]): readonly RateDecision[] | Promise<readonly RateDecision[]>
  ping(): Promise<void>
  close(): Promise<void>
}

export const windowMs = 1000
