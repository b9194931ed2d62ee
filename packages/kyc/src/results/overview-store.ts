import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type OverviewDay = {
  day: string
  started: number
  verified: number
  calls: number
  errors: number
  limited: number
}

/** Returns every day from `from` to `to`, including days without activity. */
export async function selectOverviewDays(
  db: KycDb,
  of: { merchantId: number; from: string; to: string },
): Promise<OverviewDay[]> {
  const { rows } = await sql<OverviewDay>`
    select to_char(given.day, 'YYYY-MM-DD') as day,
      coalesce(merchant_day.participants, 0)::bigint as started, coalesce(merchant_day.verified, 0)::bigint as verified,
      coalesce(api_day.calls, 0)::bigint as calls, coalesce(api_day.errors, 0)::bigint as errors,
      coalesce(api_day.limited, 0)::bigint as limited
    from generate_series(${of.from}::date, ${of.to}::date, interval '1 day') as given (day)
    left join merchant_day on merchant_day.merchant_id = ${of.merchantId} and merchant_day.day = given.day::date
    left join api_day on api_day.merchant_id = ${of.merchantId} and api_day.day = given.day::date
    order by given.day
  `.execute(db)
  return rows
}

export async function selectTotals(
  db: KycDb,
  merchantId: number,
): Promise<{ started: number; verified: number; meids: number }> {
  const { rows } = await sql<{ started: number; verified: number; meids: number }>`
    select coalesce(sum(participants), 0)::bigint as started, coalesce(sum(verified), 0)::bigint as verified,
      coalesce(sum(meids), 0)::bigint as meids
    from merchant_day where merchant_id = ${merchantId}
  `.execute(db)
  return rows[0] ?? { started: 0, verified: 0, meids: 0 }
}

/**
 * The number of people whose journeys reached `reached`. If these journeys failed at this status, `isFailed`
 * is true and `reason` is set.
 */
export type FunnelRow = {
  programId: number
  version: number
  reached: string
  isFailed: boolean
  reason: string | null
  people: number
}

/**
 * Counts the attempts that have started since the given time. Reads one index entry per attempt twice, which
 * is faster than materialising the entries. For failed attempts, also reads the last journal row, which
 * contains the step that was reached.
 */
export async function selectFunnel(
  db: KycDb,
  of: { programIds: readonly number[]; since: Date; failed: readonly string[] },
): Promise<FunnelRow[]> {
  if (of.programIds.length === 0) return []
  const { rows } = await sql<FunnelRow>`
    with begun as not materialized (
      select id, program_id, version, seq, status, reason_code from journey
      where program_id = any(${of.programIds}::bigint[]) and began_at >= ${of.since}
    )
    select program_id as "programId", version, status as reached, false as "isFailed", null as reason, count(*) as people
    from begun where not status = any(${of.failed}::text[])
    group by program_id, version, status
    union all
    select begun.program_id, begun.version, coalesce(journal.from_status, begun.status), true, begun.reason_code, count(*)
    from begun join journal on journal.journey_id = begun.id and journal.seq = begun.seq
    where begun.status = any(${of.failed}::text[])
    group by 1, 2, 3, 5
  `.execute(db)
  return rows
}

/** Returns the time from start to result for attempts that have completed since the given time. */
export async function selectDurations(
  db: KycDb,
  of: { programIds: readonly number[]; since: Date },
): Promise<{ people: number; median: number | null; ninety: number | null }> {
  if (of.programIds.length === 0) return { people: 0, median: null, ninety: null }
  const { rows } = await sql<{ people: number; parts: number[] | null }>`
    select count(*) as people,
      percentile_disc(array[0.5, 0.9]) within group (order by seconds) as parts
    from (
      select extract(epoch from completed_at - began_at)::float8 as seconds from journey
      where program_id = any(${of.programIds}::bigint[]) and completed_at >= ${of.since}
    ) as completed
  `.execute(db)
  const [row] = rows
  return { people: row?.people ?? 0, median: row?.parts?.[0] ?? null, ninety: row?.parts?.[1] ?? null }
}
