import { setTimeout as pause } from 'node:timers/promises'

/**
 * Repeats the work until stopped. The work returns the delay until the next run in milliseconds. A failure is
 * not reported again if it equals the previous one.
 */
export async function repeat(options: {
  work: () => Promise<number>
  signal: AbortSignal
  onFailure: (error: unknown) => void
  /** Delay after a failure. Frequent retries do not restore an unavailable store. */
  afterFailureMs?: number
}): Promise<void> {
  const { work, signal, onFailure, afterFailureMs = 5000 } = options
  let reported: string | undefined
  while (!signal.aborted) {
    let wait = afterFailureMs
    try {
      wait = await work()
      reported = undefined
    } catch (error) {
      if (String(error) !== reported) onFailure(error)
      reported = String(error)
    }
    await pause(Math.max(0, wait), undefined, { signal, ref: false }).catch(() => {})
  }
}
