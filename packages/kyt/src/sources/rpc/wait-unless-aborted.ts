import { setTimeout as pause } from 'node:timers/promises'

/** Waits, or returns early when aborted. */
export async function waitUnlessAborted(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {})
}
