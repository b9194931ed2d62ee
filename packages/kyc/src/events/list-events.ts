import type { EventType, WebhookEvent } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { awaitRecorders, deleteEventsBefore, type EventsOf, selectEvents } from './event-store.ts'
import { renderEvent } from './render-event.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Number of events that are deleted with one statement. */
const batch = 1000

/**
 * Deletes events that are older than the retention period. Events with a pending or permanently failed
 * delivery remain. Returns the number of events deleted.
 */
export async function tidyEvents(context: KycContext, days: number): Promise<number> {
  const before = new Date(context.clock.now() - days * dayMs)
  for (let deleted = 0; ; ) {
    const some = await deleteEventsBefore(tablesOf(context), before, batch)
    deleted += some
    if (some < batch) return deleted
  }
}

/** An event with its number, which is the cursor of the lists. */
export type ListedEvent = { readonly seq: number; readonly event: WebhookEvent }

/** Lists a merchant's events, newest first. */
export async function newestEvents(
  context: KycContext,
  of: { merchant: string; types?: readonly EventType[]; before?: number; limit: number },
): Promise<{ events: ListedEvent[]; more: boolean }> {
  return await pageOf(context, of, async (page) => await selectEvents(tablesOf(context), page))
}

/**
 * Lists a merchant's events after a number, oldest first. A caller that continues with the number of the last
 * event misses no event.
 */
export async function eventsAfter(
  context: KycContext,
  of: Omit<EventsOf, 'before'> & { after: number },
): Promise<{ events: ListedEvent[]; more: boolean }> {
  return await pageOf(context, of, async (page) =>
    tablesOf(context)
      .transaction()
      .execute(async (db) => {
        await awaitRecorders(db, of.merchant)
        return await selectEvents(db, page)
      }),
  )
}

async function pageOf(
  context: KycContext,
  of: EventsOf,
  select: (of: EventsOf) => ReturnType<typeof selectEvents>,
): Promise<{ events: ListedEvent[]; more: boolean }> {
  const rows = await select({ ...of, limit: of.limit + 1 })
  const events = rows.slice(0, of.limit).map((row) => ({ seq: row.seq, event: renderEvent(context, row) }))
  return { events, more: rows.length > of.limit }
}
