import { setTimeout as pause } from 'node:timers/promises'

/**
 * Repeats the work until stopped. The work returns the delay in milliseconds until the next run. A failure is
 * not reported if the previous run failed with the same error.
 */
export async function repeat(options: {
  work: () => Promise<number>
  signal: AbortSignal
  onFailure: (error: unknown) => void
  /**
   * Delay in milliseconds after a failure. More frequent retries would not help while a store is unavailable.
   */
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
