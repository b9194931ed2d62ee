import { journalOf } from '../context.ts'
import type { WatchContext } from '../webhooks/watch-context.ts'
import { resumeAllWatches } from './watch-store.ts'

/** For when everything is imported again after a reset of the ledger. */
export async function resumeWatches(context: WatchContext): Promise<number> {
  return await resumeAllWatches(journalOf(context))
}
