import type { Statistics } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

/** Read from the rollups: the cost depends on the number of days, not on the number of users. */
export async function selectStatistics(db: KycDb, merchantId: number): Promise<Statistics> {
  const { rows } = await sql<Statistics>`
    select
      kyc_participants,
      kyc_verified,
      meid_count,
      coalesce(days.participants, '[]') as kyc_participants_daily,
      days.verified as kyc_verified_daily
    from merchant_total
    left join lateral (
      select
        json_agg(json_build_object('date', to_char(day, 'YYYY-MM-DD'), 'participants', participants) order by day)
          filter (where participants > 0) as participants,
        json_agg(json_build_object('date', to_char(day, 'YYYY-MM-DD'), 'verified', verified) order by day)
          filter (where verified > 0) as verified
      from merchant_day where merchant_day.merchant_id = merchant_total.merchant_id
    ) as days on true
    where merchant_total.merchant_id = ${merchantId}
  `.execute(db)
  const statistics = rows[0]
  if (!statistics) throw new Error('a merchant has no totals')
  return statistics
}
