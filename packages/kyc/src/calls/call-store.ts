import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type CallCounts = { calls: number; errors: number; limited: number }
export type CallDay = CallCounts & { mchNo: string; day: string }

/**
 * Adds to the stored counts, because other nodes also write to these rows. Writes the rows in a fixed order,
 * so that concurrent writes cannot deadlock.
 */
export async function addCalls(db: KycDb, days: readonly CallDay[]): Promise<void> {
  if (days.length === 0) return
  const column = <Name extends keyof CallDay>(name: Name) => days.map((day) => day[name])
  await sql`
    insert into api_day (merchant_id, day, calls, errors, limited)
    select merchant.id, given.day, given.calls, given.errors, given.limited
    from unnest(${column('mchNo')}::text[], ${column('day')}::date[], ${column('calls')}::bigint[],
      ${column('errors')}::bigint[], ${column('limited')}::bigint[]) as given (mch_no, day, calls, errors, limited)
    join merchant on merchant.mch_no = given.mch_no
    order by merchant.id, given.day
    on conflict (merchant_id, day) do update set
      calls = api_day.calls + excluded.calls,
      errors = api_day.errors + excluded.errors,
      limited = api_day.limited + excluded.limited
  `.execute(db)
}
