import { type RawBuilder, sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type PeopleFilter = {
  programIds: readonly number[]
  statuses: readonly string[]
  /** The range of the last activity. The end, `until`, is excluded. */
  from: Date | undefined
  until: Date | undefined
}

/** The position of the previous page's last entry. */
export type PeoplePlace = { activityAt: Date; id: number }

export type PeopleRow = {
  id: number
  personId: number
  programId: number
  svcId: string
  status: string
  reasonCode: string | null
  activityAt: Date
  completedAt: Date | null
  withdrawnAt: Date | null
  /** The newest wallet for which the result is shared. */
  walletFingerprint: Uint8Array | null
  walletSealed: Uint8Array | null
}

const columns = sql`
  page.id, page.person_id as "personId", page.program_id as "programId", page.svc_id as "svcId", page.status,
  page.reason_code as "reasonCode", page.activity_at as "activityAt", page.completed_at as "completedAt",
  page.withdrawn_at as "withdrawnAt", wallet.fingerprint as "walletFingerprint", wallet.sealed as "walletSealed"
`
const withWallet = sql`
  left join lateral (
    select fingerprint, sealed from journey_account
    where journey_id = page.id and kind = 'wallet' and granted_at is not null and revoked_at is null
    order by granted_at desc, id desc limit 1
  ) as wallet on true
`

/**
 * Selects the newest activity first. For each program and status, reads the newest few entries from the
 * index, and merges them. The cost depends neither on the page's position nor on the number of matching
 * people.
 */
export async function selectPeople(
  db: KycDb,
  input: PeopleFilter & { after: PeoplePlace | undefined; limit: number },
): Promise<PeopleRow[]> {
  const { programIds, statuses, limit } = input
  const { rows } = await sql<PeopleRow>`
    with page as (
      select journey.* from unnest(${programIds}::bigint[]) as own (program_id)
      cross join unnest(${statuses}::text[]) as each (status)
      cross join lateral (
        select * from journey
        where program_id = own.program_id and status = each.status and ${inTime(input)} and ${isAfter(input.after)}
        order by activity_at desc, id desc limit ${limit}
      ) as journey
      order by activity_at desc, id desc limit ${limit}
    )
    select ${columns} from page ${withWallet} order by page.activity_at desc, page.id desc
  `.execute(db)
  return rows
}

/**
 * Returns the people who match an identifier and the filter. Only a few people can match an identifier,
 * regardless of the filter.
 */
export async function selectFoundPeople(
  db: KycDb,
  input: PeopleFilter & {
    find: { text: string; fingerprint: Uint8Array }
    after: PeoplePlace | undefined
    limit: number
  },
): Promise<PeopleRow[]> {
  const { programIds, statuses, limit, find } = input
  const { rows } = await sql<PeopleRow>`
    with found as (
      select journey_id as id from journey_account
      where program_id = any(${programIds}::bigint[]) and fingerprint = ${find.fingerprint}
      union
      select journey_id from journey_account
      where program_id = any(${programIds}::bigint[]) and lower_fingerprint = ${find.fingerprint}
      union
      select journey.id from person join journey on journey.person_id = person.id
      where person.svc_id = ${find.text} or lower(person.ssi_wallet) = lower(${find.text})
    ),
    page as (
      select journey.* from found join journey on journey.id = found.id
      where program_id = any(${programIds}::bigint[]) and status = any(${statuses}::text[])
        and ${inTime(input)} and ${isAfter(input.after)}
      order by activity_at desc, journey.id desc limit ${limit}
    )
    select ${columns} from page ${withWallet} order by page.activity_at desc, page.id desc
  `.execute(db)
  return rows
}

/**
 * Returns a program's people, ordered by id. This order never changes, so that each person appears exactly
 * once even if journeys move while the list is read.
 */
export async function selectPeopleInOrder(
  db: KycDb,
  input: Omit<PeopleFilter, 'programIds'> & { programId: number; afterPerson: number; limit: number },
): Promise<PeopleRow[]> {
  const { rows } = await sql<PeopleRow>`
    with page as (
      select * from journey
      where program_id = ${input.programId} and person_id > ${input.afterPerson}
        and status = any(${input.statuses}::text[]) and ${inTime(input)}
      order by person_id limit ${input.limit}
    )
    select ${columns} from page ${withWallet} order by page.person_id
  `.execute(db)
  return rows
}

/** Counts the people of these programs: people in the users lists and people who have withdrawn. */
export async function countPeople(db: KycDb, programIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select (
      (select coalesce(sum(users), 0) from program_total where program_id = any(${programIds}::bigint[])) +
      (select count(*) from journey where program_id = any(${programIds}::bigint[]) and withdrawn_at is not null)
    )::bigint as people
  `.execute(db)
  return rows[0]?.people ?? 0
}

function inTime({ from, until }: Pick<PeopleFilter, 'from' | 'until'>): RawBuilder<boolean> {
  const [first, last] = [from?.toISOString() ?? '-infinity', until?.toISOString() ?? 'infinity']
  return sql<boolean>`activity_at >= ${first}::timestamptz and activity_at < ${last}::timestamptz`
}

function isAfter(place: PeoplePlace | undefined): RawBuilder<boolean> {
  if (!place) return sql<boolean>`true`
  return sql<boolean>`(activity_at, journey.id) < (${place.activityAt.toISOString()}::timestamptz, ${place.id}::bigint)`
}
