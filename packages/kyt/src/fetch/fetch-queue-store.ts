import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

/** A query whose missing histories are fetched in the background. */
export type QueuedFetch = { readonly merchant: string; readonly coin: string; readonly address: string }

/** Maximum number of a merchant's queries in the queue. */
const mostQueued = 1000

/** Adds a query to the queue, unless it is already in it or the merchant has too many queries in it. */
export async function enqueueFetch(db: KytDb, of: QueuedFetch & { readonly now: Date }): Promise<void> {
  const { merchant, coin, address, now } = of
  await sql`
    insert into kyt_fetch (merchant, coin, address, due_at, tries)
    select ${merchant}::text, ${coin}::text, ${address}::text, ${now}::timestamptz, 0
    where (select count(*) from kyt_fetch where merchant = ${merchant}) < ${mostQueued}
    on conflict (merchant, coin, address) do nothing
  `.execute(db)
}

/**
 * Claims the next due query until the given time. If the node dies, another node takes over after that time.
 * Merchants take turns: the query belongs to the first merchant after `after` that has one.
 */
export async function claimFetch(
  db: KytDb,
  { now, until, after }: { readonly now: Date; readonly until: Date; readonly after: string },
): Promise<(QueuedFetch & { readonly tries: number }) | undefined> {
  const { rows } = await sql<QueuedFetch & { tries: number }>`
    update kyt_fetch set claimed_until = ${until} where (merchant, coin, address) in (
      select merchant, coin, address from kyt_fetch
      where due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by merchant > ${after} desc, merchant, due_at, coin, address limit 1 for update skip locked)
    returning merchant, coin, address, tries
  `.execute(db)
  return rows[0]
}

export async function deleteFetch(db: KytDb, { merchant, coin, address }: QueuedFetch): Promise<void> {
  await db
    .deleteFrom('kyt_fetch')
    .where('merchant', '=', merchant)
    .where('coin', '=', coin)
    .where('address', '=', address)
    .execute()
}

/** Releases a query so that it is tried again later. */
export async function postponeFetch(
  db: KytDb,
  { merchant, coin, address, dueAt }: QueuedFetch & { readonly dueAt: Date },
): Promise<void> {
  await db
    .updateTable('kyt_fetch')
    .set((row) => ({ due_at: dueAt, claimed_until: null, tries: row('tries', '+', 1) }))
    .where('merchant', '=', merchant)
    .where('coin', '=', coin)
    .where('address', '=', address)
    .execute()
}

/** Releases all claims in a store that is used only by this process. */
export async function releaseFetches(db: KytDb): Promise<void> {
  await db.updateTable('kyt_fetch').set({ claimed_until: null }).execute()
}
