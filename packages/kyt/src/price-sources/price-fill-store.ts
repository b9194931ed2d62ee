import type { KytDb } from '../context.ts'
import type { Days } from './price-source.ts'

/** Returns the days for which a source of prices has been queried, by coin. */
export async function selectFilledDays(db: KytDb): Promise<Map<number, Days>> {
  const rows = await db.selectFrom('kyt_price_days').selectAll().execute()
  return new Map(rows.map(({ coin, first_day, last_day }) => [coin, { from: first_day, to: last_day }]))
}

/** Records that a source was queried for these days, so that they are not requested again. */
export async function upsertFilledDays(db: KytDb, coin: number, { from, to }: Days): Promise<void> {
  const values = { first_day: from, last_day: to }
  await db
    .insertInto('kyt_price_days')
    .values({ coin, ...values })
    .onConflict((conflict) => conflict.column('coin').doUpdateSet(values))
    .execute()
}

/** Forgets which days were requested, so that a new source is queried for all of them. */
export async function deleteFilledDays(db: KytDb): Promise<void> {
  await db.deleteFrom('kyt_price_days').execute()
}
