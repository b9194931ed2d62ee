import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

export type RecentAddress = { coin: string; address: string; at: Date }
export type RecentAddressRow = RecentAddress & { merchant: string }

/** Newest first. */
export async function selectRecentAddresses(
  db: KytDb,
  of: { merchant: string; limit: number },
): Promise<RecentAddress[]> {
  return await db
    .selectFrom('kyt_asked_address')
    .select(['coin', 'address', 'at'])
    .where('merchant', '=', of.merchant)
    .orderBy('at', 'desc')
    .orderBy('coin')
    .orderBy('address')
    .limit(of.limit)
    .execute()
}

/** Writes rows in a fixed order, so that concurrent writers wait for each other instead of deadlocking. */
export async function upsertRecentAddresses(db: KytDb, rows: readonly RecentAddressRow[]): Promise<void> {
  const column = <Name extends keyof RecentAddressRow>(name: Name) => rows.map((row) => row[name])
  await sql`
    insert into kyt_asked_address (merchant, coin, address, at)
    select * from unnest(${column('merchant')}::text[], ${column('coin')}::text[], ${column('address')}::text[],
      ${column('at')}::timestamptz[]) as given (merchant, coin, address, at)
    order by merchant, coin, address
    on conflict (merchant, coin, address) do update set at = greatest(kyt_asked_address.at, excluded.at)
  `.execute(db)
}

/** Deletes all but the newest rows of each given merchant. */
export async function trimRecentAddresses(
  db: KytDb,
  { merchants, most }: { merchants: readonly string[]; most: number },
): Promise<void> {
  await sql`
    delete from kyt_asked_address where (merchant, coin, address) in (
      select merchant, coin, address from (
        select merchant, coin, address,
          row_number() over (partition by merchant order by at desc, coin, address) as place
        from kyt_asked_address where merchant = any(${[...merchants]}::text[])
      ) as numbered where place > ${most}
    )
  `.execute(db)
}
