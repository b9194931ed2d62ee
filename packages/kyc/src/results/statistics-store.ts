import type { Statistics } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

/** Reads the daily rollup. The cost depends on the number of days, not on the number of users. */
export async function selectStatistics(db: KycDb, merchantId: number): Promise<Statistics> {
  // Returns all days as one string, because building JSON in the store costs more than the rest of the query.
  const { rows } = await sql<{ days: string | null }>`
    select string_agg(day || ' ' || participants || ' ' || verified || ' ' || meids, ',' order by day) as days
    from merchant_day where merchant_id = ${merchantId}
  `.execute(db)

  const days = (rows[0]?.days?.split(',') ?? []).map((day) => {
    const [date = '', participants, verified, meids] = day.split(' ')
    return { date, participants: Number(participants), verified: Number(verified), meids: Number(meids) }
  })
  const total = (column: 'participants' | 'verified' | 'meids') =>
    days.reduce((sum, day) => sum + day[column], 0)
  const verifiedDays = days.filter(({ verified }) => verified > 0)
  return {
    kyc_participants: total('participants'),
    kyc_verified: total('verified'),
    kyc_participants_daily: days
      .filter(({ participants }) => participants > 0)
      .map(({ date, participants }) => ({ date, participants })),
    kyc_verified_daily:
      verifiedDays.length === 0 ? null : verifiedDays.map(({ date, verified }) => ({ date, verified })),
    meid_count: total('meids'),
  }
}
