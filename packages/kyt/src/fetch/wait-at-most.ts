import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits for work to end, but no longer than a given time. Returns the result, or `undefined` if the time ran
 * out.
 */
export async function waitAtMost<Result>(
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result | undefined> {
  const timer = new AbortController()
  // The work continues after the time has run out. If it fails then, this must not end the process.
  work.catch(() => {})
  try {
    const late = pause(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}
