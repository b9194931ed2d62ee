import { journalOf } from '../context.ts'
import { releaseAllAlerts } from '../webhooks/alert-store.ts'
import type { WatchContext } from '../webhooks/watch-context.ts'
import { releaseAllWatches } from './watch-store.ts'

/**
 * To be called at the start. An embedded store has one process at a time: what is still claimed there belonged to one that
 * died, and nobody has to wait for the claim to run out. On a server it may belong to another node.
 */
export async function releaseClaims(context: WatchContext): Promise<void> {
  if (context.database.engine !== 'embedded') return
  await releaseAllWatches(journalOf(context))
  await releaseAllAlerts(journalOf(context))
}
