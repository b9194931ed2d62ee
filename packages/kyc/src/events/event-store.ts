import { randomUUID } from 'node:crypto'
import type { EventType } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

/** The merchant of an event, by its number or by the id of its row. */
export type EventOwner = { readonly mchNo: string } | { readonly merchantId: number }

export type NewEvent = {
  readonly type: EventType
  readonly subject: string
  readonly data: object
  readonly at: Date
  readonly test?: boolean
  readonly journeyId?: number
  /** The account of the journey to which the event refers. */
  readonly accountId?: number
}

/** A stored event, with the parts that are read through its references. */
export type EventRow = {
  readonly seq: number
  readonly id: string
  readonly type: EventType
  readonly createdAt: Date
  readonly test: boolean
  readonly data: Record<string, unknown>
  readonly svcId: string | null
  readonly journeyId: number | null
  /** Null unless the merchant can read the account now. */
  readonly account: Uint8Array | null
  readonly accountFingerprint: Uint8Array | null
}

/**
 * Stores events, and a delivery for each endpoint that wants them, with a single statement. The events of a
 * merchant become visible in the order of their numbers to everyone who first calls `awaitRecorders`.
 */
export async function insertEvents(
  db: KycDb,
  owner: EventOwner,
  events: readonly NewEvent[],
  to: { readonly endpoint?: string; readonly url?: string | null } = {},
): Promise<string[]> {
  const rows = events.map((event, position) => ({ ...event, position, id: randomUUID() }))
  const values = rows.map(
    ({ position, id, type, subject, at, test = false, data, journeyId = null, accountId = null }) =>
      sql`(${position}::int, ${id}::uuid, ${type}::text, ${subject}::text, ${at}::timestamptz, ${test}::boolean,
        ${JSON.stringify(data)}::jsonb, ${journeyId}::bigint, ${accountId}::bigint)`,
  )
  const merchant =
    'mchNo' in owner
      ? sql`select ${owner.mchNo}::text as no, ${recorderLock(sql`${owner.mchNo}::text`)} as locked`
      : sql`select mch_no as no, ${recorderLock(sql`mch_no`)} as locked from merchant where id = ${owner.merchantId}`
  const url = sql`case when endpoint.id = endpoint.merchant then ${to.url ?? null}::text end`
  const isChosen = to.endpoint === undefined ? sql`true` : sql`endpoint.id = ${to.endpoint}`
  await sql`
    with owner as materialized (${merchant}),
    stored as (
      insert into event (id, merchant, type, subject, created_at, test, data, journey_id, account_id)
      select given.id, owner.no, given.type, given.subject, given.at, given.test, given.data,
        given.journey_id, given.account_id
      from owner, (values ${sql.join(values)})
        as given (position, id, type, subject, at, test, data, journey_id, account_id)
      where owner.locked is not null
      order by given.position
      returning seq, merchant, type, subject, created_at
    )
    insert into event_delivery (event_seq, endpoint, merchant, subject, url, due_at)
    select stored.seq, endpoint.id, stored.merchant, stored.subject, ${url}, stored.created_at
    from stored join webhook_endpoint endpoint on endpoint.merchant = stored.merchant
    where endpoint.enabled and (endpoint.types is null or stored.type = any (endpoint.types))
      and coalesce(${url}, endpoint.url) is not null and ${isChosen}
    order by stored.seq
  `.execute(db)
  return rows.map(({ id }) => id)
}

const lockKey = (mchNo: ReturnType<typeof sql>) => sql`hashtextextended('touchstone:events:' || ${mchNo}, 0)`
const recorderLock = (mchNo: ReturnType<typeof sql>) => sql`pg_advisory_xact_lock_shared(${lockKey(mchNo)})`

/**
 * Waits for the transactions that are recording events of this merchant. Without this, a reader could see an
 * event before another one with a lower number, and would miss the latter when it continues after the former.
 */
export async function awaitRecorders(db: KycDb, mchNo: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(sql`${mchNo}::text`)})`.execute(db)
}

/** The columns of `EventRow`, and the tables that `eventSources` joins to `event`. */
export const eventColumns = sql`
  event.seq, event.id, event.type, event.created_at as "createdAt", event.test, event.data,
  journey.svc_id as "svcId", event.journey_id as "journeyId",
  account.sealed as account, account.fingerprint as "accountFingerprint"`

/** Joins the account only while the merchant can read the result that was shared for it. */
export const eventSources = sql`
  left join journey on journey.id = event.journey_id
  left join journey_account account on account.id = event.account_id
    and account.granted_at is not null and account.revoked_at is null and journey.withdrawn_at is null
    and not exists (select from person where person.id = journey.person_id and person.suspended_at is not null)`

export type EventsOf = {
  readonly merchant: string
  readonly types?: readonly EventType[] | undefined
  /** The number of the last event on the previous page. */
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly limit: number
}

/** Selects events with numbers above `after`, oldest first, or with numbers below `before`, newest first. */
export async function selectEvents(db: KycDb, of: EventsOf): Promise<EventRow[]> {
  const { merchant, types, after, before, from, until, limit } = of
  const conditions = [
    sql`event.merchant = ${merchant}`,
    sql`not event.withdrawn`,
    ...(types === undefined ? [] : [sql`event.type = any (${[...types]}::text[])`]),
    ...(after === undefined ? [] : [sql`event.seq > ${after}`]),
    ...(before === undefined ? [] : [sql`event.seq < ${before}`]),
    ...(from === undefined ? [] : [sql`event.created_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`event.created_at < ${until}`]),
  ]
  const { rows } = await sql<EventRow>`
    select ${eventColumns} from event ${eventSources}
    where ${sql.join(conditions, sql` and `)}
    order by event.seq ${sql.raw(after === undefined ? 'desc' : 'asc')} limit ${limit}
  `.execute(db)
  return rows
}

/** Hides a journey's events and cancels the deliveries that the receivers have not accepted. */
export async function withdrawEvents(db: KycDb, journeyId: number): Promise<void> {
  await sql`
    with hidden as (
      update event set withdrawn = true where journey_id = ${journeyId} and not withdrawn returning seq
    )
    update event_delivery set state = 'cancelled', claimed_until = null, problem = null
    where event_seq in (select seq from hidden) and state in ('pending', 'dead')
  `.execute(db)
}

/** Removes the references through which the events of journeys identify a person. */
export async function anonymiseEvents(db: KycDb, journeyIds: readonly number[]): Promise<void> {
  if (journeyIds.length === 0) return
  await db
    .updateTable('event')
    .set({ journey_id: null, account_id: null })
    .where('journey_id', 'in', [...journeyIds])
    .execute()
}

/**
 * Deletes up to `limit` of the oldest events that occurred before `time`, unless a delivery is pending or has
 * failed permanently.
 */
export async function deleteEventsBefore(db: KycDb, time: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from event where seq in (
      select seq from event where created_at < ${time} and not exists (
        select from event_delivery where event_seq = event.seq and state in ('pending', 'dead')
      )
      order by seq limit ${limit}
    ) returning seq
  `.execute(db)
  return rows.length
}
