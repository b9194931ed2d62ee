import type { Statistics } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

/** Read from the rollups: the cost depends on the number of days, not on the number of users. */
export async function selectStatistics(db: KycDb, merchantId: number): Promise<Statistics> {
  // The days come as one text: building JSON of them in the store costs more than all the rest of the query.
  const { rows } = await sql<{
    participants: number
    verified: number
    meids: number
    days: string | null
  }>`
    select
      kyc_participants as participants,
      kyc_verified as verified,
      meid_count as meids,
      (
        select string_agg(day || ' ' || participants || ' ' || verified, ',' order by day)
        from merchant_day where merchant_id = ${merchantId}
      ) as days
    from merchant_total where merchant_id = ${merchantId}
  `.execute(db)
  const totals = rows[0]
  if (!totals) throw new Error('a merchant has no totals')

  const days = (totals.days?.split(',') ?? []).map((day) => {
    const [date = '', participants, verified] = day.split(' ')
    return { date, participants: Number(participants), verified: Number(verified) }
  })
  const verifiedDays = days.filter(({ verified }) => verified > 0)
  return {
    kyc_participants: totals.participants,
    kyc_verified: totals.verified,
    kyc_participants_daily: days
      .filter(({ participants }) => participants > 0)
      .map(({ date, participants }) => ({ date, participants })),
    kyc_verified_daily:
      verifiedDays.length === 0 ? null : verifiedDays.map(({ date, verified }) => ({ date, verified })),
    meid_count: totals.meids,
  }
}
