import type { Clock } from '@touchstone/common'

/** Returns today's date in UTC as YYYY-MM-DD. */
export function dayText(clock: Clock): string {
  return new Date(clock.now()).toISOString().slice(0, 10)
}
