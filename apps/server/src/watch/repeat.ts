import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does the work again and again until it is stopped. It says itself how many milliseconds to wait before the next time. A
 * failure that only repeats the one before is not told again.
 */
export async function repeat(options: {
  work: () => Promise<number>
  signal: AbortSignal
  onFailure: (error: unknown) => void
  /** A store that is away does not come back sooner for being asked. */
  afterFailureMs?: number
}): Promise<void> {
  const { work, signal, onFailure, afterFailureMs = 5000 } = options
  let told: string | undefined
  while (!signal.aborted) {
    let wait = afterFailureMs
    try {
      wait = await work()
      told = undefined
    } catch (error) {
      if (String(error) !== told) onFailure(error)
      told = String(error)
    }
    await pause(Math.max(0, wait), undefined, { signal, ref: false }).catch(() => {})
  }
}
