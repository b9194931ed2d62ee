import { journalOf } from '../context.ts'
import { deleteFinishedBefore } from './alert-store.ts'
import type { WatchContext } from './watch-context.ts'

export const deliveredKeptDays = 30

/** Removes alerts that were delivered long ago. Those that nobody accepted stay. Returns how many were removed. */
export async function tidyAlerts(context: WatchContext): Promise<number> {
  const before = context.clock.now() - deliveredKeptDays * 24 * 60 * 60 * 1000
  return await deleteFinishedBefore(journalOf(context), new Date(before))
}
