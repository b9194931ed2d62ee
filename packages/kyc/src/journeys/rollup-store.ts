import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

type Moment = { merchantId: number; personId: number; at: Date }

/** Counts a participant when a person starts their first KYC journey with a merchant. */
export async function countParticipant(db: KycDb, moment: Moment): Promise<void> {
  const first = await firstTime(db, moment, 'kyc_started_at')
  if (first) await addToDay(db, moment, 'participants')
}

export async function countVerified(db: KycDb, moment: Moment): Promise<void> {
  const first = await firstTime(db, moment, 'kyc_verified_at')
  if (first) await addToDay(db, moment, 'verified')
}

export async function countMeid(db: KycDb, moment: Moment): Promise<void> {
  const first = await firstTime(db, moment, 'meid_at')
  if (first) await addToDay(db, moment, 'meids')
}

async function firstTime(
  db: KycDb,
  { merchantId, personId, at }: Moment,
  column: 'kyc_started_at' | 'kyc_verified_at' | 'meid_at',
): Promise<boolean> {
  const rows = await db
    .insertInto('merchant_person')
    .values({ merchant_id: merchantId, person_id: personId, [column]: at })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'person_id'])
        .doUpdateSet({ [column]: at })
        .where(`merchant_person.${column}`, 'is', null),
    )
    .returning('person_id')
    .execute()
  return rows.length === 1
}

async function addToDay(
  db: KycDb,
  { merchantId, at }: Moment,
  column: 'participants' | 'verified' | 'meids',
): Promise<void> {
  await db
    .insertInto('merchant_day')
    .values({ merchant_id: merchantId, day: at.toISOString().slice(0, 10), [column]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'day'])
        .doUpdateSet({ [column]: sql`merchant_day.${sql.ref(column)} + 1` }),
    )
    .execute()
}

/**
 * Recalculates all merchants' counters and all programs' buckets from the journal and the journeys. Used
 * after restoring a backup that another tool created, and in benchmarks. Has no effect on a store whose
 * counters are correct.
 */
export async function rebuildRollups(db: KycDb, bucketCapacity: number): Promise<void> {
  // Lock the table in which every move first locks a row, so that no move can happen during the recount.
  await sql`lock table program_total in exclusive mode`.execute(db)
  await sql`delete from merchant_person`.execute(db)
  await sql`
    insert into merchant_person (merchant_id, person_id, kyc_started_at, kyc_verified_at, meid_at)
    select program.merchant_id, journey.person_id,
      min(journal.at) filter (where program.kind = 'KYC' and journal.to_status = 'Verification Started'),
      min(journal.at) filter (where program.kind = 'KYC' and journal.to_status = 'KYC Passed'),
      min(journal.at) filter (where program.kind = 'MeID' and journal.to_status = 'KYC Passed')
    from journal
    join journey on journey.id = journal.journey_id
    join program on program.id = journey.program_id and program.kind in ('KYC', 'MeID') and not program.test
    group by 1, 2
    having count(*) filter (where program.kind = 'KYC' or journal.to_status = 'KYC Passed') > 0
  `.execute(db)

  await sql`delete from merchant_day`.execute(db)
  await sql`
    insert into merchant_day (merchant_id, day, participants, verified, meids)
    select merchant_id, day, count(started), count(verified), count(meid) from (
      select merchant_id, (kyc_started_at at time zone 'utc')::date as day, 1 as started, null::int as verified, null::int as meid
      from merchant_person where kyc_started_at is not null
      union all
      select merchant_id, (kyc_verified_at at time zone 'utc')::date, null, 1, null
      from merchant_person where kyc_verified_at is not null
      union all
      select merchant_id, (meid_at at time zone 'utc')::date, null, null, 1
      from merchant_person where meid_at is not null
    ) as events group by 1, 2
  `.execute(db)

  await sql`
    update journey set verdicts = coalesce((
      select jsonb_object_agg(check_name, passed) from (
        select distinct on (check_name) check_name, passed from decision
        where journey_id = journey.id and attempt = journey.attempt order by check_name, seq desc
      ) as latest
    ), '{}')
  `.execute(db)

  // Assigns the oldest users first. A new bucket starts when the current one is full, but users with the same
  // activity time stay together.
  await sql`
    update journey set bucket = placed.bucket from (
      select id, 1 + (min(position) over (partition by program_id, activity_at)) / ${sql.lit(bucketCapacity)} as bucket
      from (
        select id, program_id, activity_at,
          row_number() over (partition by program_id order by activity_at, svc_id desc) - 1 as position
        from journey where withdrawn_at is null
      ) as numbered
    ) as placed
    where placed.id = journey.id and placed.bucket <> journey.bucket
  `.execute(db)
  await sql`delete from user_bucket`.execute(db)
  await sql`
    insert into user_bucket (program_id, bucket, size)
    select program_id, bucket, count(*) from journey where withdrawn_at is null group by 1, 2
    union all
    select id, 1, 0 from program where not exists (
      select from journey where program_id = program.id and withdrawn_at is null
    )
  `.execute(db)
  await sql`
    update program_total set
      users = (select coalesce(sum(size), 0) from user_bucket b where b.program_id = program_total.program_id),
      head_bucket = (select max(bucket) from user_bucket b where b.program_id = program_total.program_id),
      last_activity_at = coalesce(
        (select max(activity_at) from journey j where j.program_id = program_total.program_id),
        to_timestamp(0))
  `.execute(db)
}
