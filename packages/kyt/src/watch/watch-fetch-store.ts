import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

/** A watch whose address's history is fetched again. */
export type DueWatch = {
  readonly id: number
  readonly merchant: string
  readonly coin: string
  readonly address: string
}

/**
 * Claims the watch on one of these networks whose history was fetched longest ago, if that was at or before
 * `before`. No other node claims it until the given time. Merchants take turns: the watch belongs to the first
 * merchant after `after` that has one. Claims nothing while watches are paused.
 */
export async function claimDueWatch(
  db: KytDb,
  of: {
    readonly networks: readonly number[]
    readonly before: Date
    readonly now: Date
    readonly until: Date
    readonly after: string
  },
): Promise<DueWatch | undefined> {
  const { rows } = await sql<DueWatch>`
    update kyt_watch set fetch_after = ${of.until} where id in (
      select id from kyt_watch
      where network = any(${[...of.networks]}::int[]) and fetched_at <= ${of.before}
        and (fetch_after is null or fetch_after <= ${of.now})
        and not exists (select from kyt_ledger where watches_paused)
      order by merchant > ${of.after} desc, merchant, fetched_at, id limit 1 for update skip locked)
    returning id, merchant, coin, address
  `.execute(db)
  return rows[0]
}

/** Records that a watch's history was fetched, so that it is due again one interval later. */
export async function markWatchFetched(db: KytDb, id: number, at: Date): Promise<void> {
  await db.updateTable('kyt_watch').set({ fetched_at: at, fetch_after: null }).where('id', '=', id).execute()
}

/** Records that a watch's history could not be fetched and is tried again at the given time. */
export async function postponeWatchFetch(db: KytDb, id: number, until: Date): Promise<void> {
  await db.updateTable('kyt_watch').set({ fetch_after: until }).where('id', '=', id).execute()
}

/** Releases all claims in a store that is used only by this process. */
export async function releaseWatchFetches(db: KytDb): Promise<void> {
  await db.updateTable('kyt_watch').set({ fetch_after: null }).where('fetch_after', 'is not', null).execute()
}
