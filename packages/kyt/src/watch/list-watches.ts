import { type WatchList, watchesOnPage } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import type { WatchContext } from '../webhooks/watch-context.ts'
import { watchRecord } from './watch-record.ts'
import { countWatches, selectWatches } from './watch-store.ts'

export async function listWatches(
  context: WatchContext,
  asked: { merchant: string; page?: number },
): Promise<WatchList> {
  const { merchant, page = 1 } = asked
  const db = journalOf(context)
  const total = await countWatches(db, merchant)
  const offset = (page - 1) * watchesOnPage
  const rows = offset < total ? await selectWatches(db, { merchant, offset, limit: watchesOnPage }) : []
  return {
    watch_list: rows.map(watchRecord),
    page,
    total,
    total_pages: Math.ceil(total / watchesOnPage),
  }
}
