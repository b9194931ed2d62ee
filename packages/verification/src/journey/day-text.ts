import type { Clock } from '@touchstone/common'

/** Today in UTC as YYYY-MM-DD. */
export function dayText(clock: Clock): string {
  return new Date(clock.now()).toISOString().slice(0, 10)
}
