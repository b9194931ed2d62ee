import { journalOf } from '../context.ts'
import type { WatchContext } from '../webhooks/watch-context.ts'
import { resumeAllWatches, selectPause } from './watch-store.ts'

/** Ends the pause that a reset of the ledger began: when everything is imported again. Returns how many watches there are. */
export async function resumeWatches(context: WatchContext): Promise<number> {
  return await resumeAllWatches(journalOf(context))
}

export async function areWatchesPaused(context: WatchContext): Promise<boolean> {
  return await selectPause(journalOf(context))
}
