import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import { type EventRow, eventColumns, eventSources } from './event-store.ts'

/** A delivery is `cancelled` if the person withdrew consent before the receiver accepted the event. */
export type DeliveryState = 'pending' | 'delivered' | 'dead' | 'cancelled'

export type DeliveryRow = EventRow & {
  readonly deliveryId: number
  readonly merchant: string
  readonly endpoint: string
  /** The URL of the delivery or, if it has none, of the endpoint. */
  readonly url: string | null
  readonly state: DeliveryState
  readonly tries: number
  readonly problem: string | null
  readonly finishedAt: Date | null
}

const deliveryColumns = sql`
  delivery.id as "deliveryId", delivery.merchant, delivery.endpoint,
  coalesce(delivery.url, endpoint.url) as url,
  delivery.state, delivery.tries, delivery.problem, delivery.finished_at as "finishedAt"`

const deliveries = sql`
  event_delivery delivery
  join event on event.seq = delivery.event_seq
  join webhook_endpoint endpoint on endpoint.id = delivery.endpoint
  ${eventSources}`

/**
 * Claims due deliveries for this node until the claim expires, and reads them. Claims only the oldest delivery
 * of each subject to each endpoint, to preserve the order, and takes turns among the endpoints, so that a slow
 * receiver does not delay others.
 */
export async function claimDueDeliveries(
  db: KycDb,
  claim: { now: Date; until: Date; limit: number; perEndpoint: number },
): Promise<DeliveryRow[]> {
  const isFree = sql`state = 'pending' and (claimed_until is null or claimed_until <= ${claim.now})`
  const waiting = sql`
    select due.id, due.due_at, row_number() over (partition by due.endpoint order by due.due_at, due.id) as turn
    from event_delivery due join webhook_endpoint on webhook_endpoint.id = due.endpoint
    where ${isFree} and due.due_at <= ${claim.now} and webhook_endpoint.enabled and not exists (
      select from event_delivery earlier
      where earlier.endpoint = due.endpoint and earlier.subject = due.subject and earlier.id < due.id
        and earlier.state = 'pending'
    )
  `
  const chosen = sql`
    select id from event_delivery
    where ${isFree} and id in (
      select id from (${waiting}) as waiting where turn <= ${claim.perEndpoint}
      order by turn, due_at limit ${claim.limit}
    )
    for update skip locked
  `
  const { rows } = await sql<{ id: number }>`
    update event_delivery set claimed_until = ${claim.until} where id in (${chosen}) returning id
  `.execute(db)
  if (rows.length === 0) return []
  // Read after the claim: an event that was withdrawn or anonymised before the claim is not sent as it was.
  return await selectWhere(
    db,
    sql`delivery.id = any (${rows.map(({ id }) => id)}::bigint[]) and delivery.state = 'pending'`,
    sql`delivery.id`,
  )
}

async function selectWhere(
  db: KycDb,
  where: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  limit?: number,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${eventColumns}, ${deliveryColumns} from ${deliveries}
    where ${where} order by ${order} ${limit === undefined ? sql`` : sql`limit ${limit}`}
  `.execute(db)
  return rows
}

type Claimed = Pick<DeliveryRow, 'deliveryId' | 'tries'>

/**
 * Matches a delivery only if it still has the claim made for this attempt. Otherwise, another node has claimed
 * it in the meantime, or it was cancelled.
 */
function claimed(db: KycDb, { deliveryId, tries }: Claimed) {
  return db
    .updateTable('event_delivery')
    .where('id', '=', deliveryId)
    .where('tries', '=', tries)
    .where('state', '=', 'pending')
}

export async function updateDelivered(db: KycDb, delivery: Claimed, at: Date): Promise<void> {
  const done = { state: 'delivered' as const, claimed_until: null, problem: null, finished_at: at }
  await claimed(db, delivery)
    .set({ ...done, tries: delivery.tries + 1 })
    .execute()
}

export async function updateFailed(
  db: KycDb,
  delivery: Claimed,
  failure: { problem: string; next: { due: Date } | { dead: Date } },
): Promise<void> {
  const { problem, next } = failure
  await claimed(db, delivery)
    .set({
      tries: delivery.tries + 1,
      claimed_until: null,
      problem,
      ...('due' in next ? { due_at: next.due } : { state: 'dead' as const, finished_at: next.dead }),
    })
    .execute()
}

/** Releases a delivery without counting the attempt, because the service itself cancelled it. */
export async function releaseDelivery(db: KycDb, delivery: Claimed): Promise<void> {
  await claimed(db, delivery).set({ claimed_until: null }).execute()
}

export async function releaseAllDeliveries(db: KycDb): Promise<void> {
  await db
    .updateTable('event_delivery')
    .set({ claimed_until: null })
    .where('claimed_until', 'is not', null)
    .where('state', '=', 'pending')
    .execute()
}

/**
 * Updates the URL of a subject's pending deliveries to the default endpoint, because an incorrect URL may have
 * prevented them.
 */
export async function redirectDeliveries(
  db: KycDb,
  of: { merchant: string; subject: string },
  url: string | null,
): Promise<void> {
  await db
    .updateTable('event_delivery')
    .set({ url })
    .where('endpoint', '=', of.merchant)
    .where('subject', '=', of.subject)
    .where('state', '=', 'pending')
    .execute()
}

/** Oldest first. */
export async function selectDeadDeliveries(
  db: KycDb,
  of: { merchant?: string | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const isOf = of.merchant === undefined ? sql`true` : sql`delivery.merchant = ${of.merchant}`
  return await selectWhere(db, sql`delivery.state = 'dead' and ${isOf}`, sql`delivery.id`, of.limit)
}

export type EventWithDeliveries = Pick<EventRow, 'seq' | 'id' | 'type' | 'createdAt' | 'test'> & {
  readonly deliveries: readonly {
    readonly url: string | null
    readonly state: Exclude<DeliveryState, 'cancelled'>
    readonly tries: number
    readonly problem: string | null
    readonly finishedAt: string | null
  }[]
}

/** Newest first. `before` is the number of the last event on the previous page. */
export async function selectEventDeliveries(
  db: KycDb,
  of: { merchant: string; type?: string | undefined; before?: number | undefined; limit: number },
): Promise<EventWithDeliveries[]> {
  const { merchant, type, before, limit } = of
  const conditions = [
    sql`event.merchant = ${merchant}`,
    sql`not event.withdrawn`,
    ...(type === undefined ? [] : [sql`event.type = ${type}`]),
    ...(before === undefined ? [] : [sql`event.seq < ${before}`]),
  ]
  const { rows } = await sql<EventWithDeliveries>`
    select event.seq, event.id, event.type, event.created_at as "createdAt", event.test, coalesce((
      select json_agg(json_build_object(
        'url', coalesce(delivery.url, endpoint.url), 'state', delivery.state, 'tries', delivery.tries,
        'problem', delivery.problem, 'finishedAt', delivery.finished_at
      ) order by delivery.id)
      from event_delivery delivery join webhook_endpoint endpoint on endpoint.id = delivery.endpoint
      where delivery.event_seq = event.seq and delivery.state <> 'cancelled'
    ), '[]'::json) as deliveries
    from event where ${sql.join(conditions, sql` and `)}
    order by event.seq desc limit ${limit}
  `.execute(db)
  return rows
}

/** Reschedules dead deliveries, starting again with the first attempt. Returns their number. */
export async function reviveDeliveries(
  db: KycDb,
  which: { merchant?: string | undefined },
  now: Date,
): Promise<number> {
  const revived = await db
    .updateTable('event_delivery')
    .set({ state: 'pending', tries: 0, due_at: now, claimed_until: null, finished_at: null })
    .where('state', '=', 'dead')
    .$if(which.merchant !== undefined, (query) => query.where('merchant', '=', which.merchant ?? ''))
    .returning('id')
    .execute()
  return revived.length
}

/**
 * Schedules an event's finished deliveries again, and its first delivery to endpoints that were added or enabled
 * after it. Events that the person withdrew are not sent. Returns the number of deliveries.
 */
export async function scheduleAgain(
  db: KycDb,
  which: { event: string; merchant?: string | undefined },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select event.seq, event.merchant, event.subject, endpoint.id as endpoint, endpoint.url
      from event join webhook_endpoint endpoint on endpoint.merchant = event.merchant
      where event.id = ${which.event}::uuid and not event.withdrawn and endpoint.enabled
        and (${which.merchant ?? null}::text is null or event.merchant = ${which.merchant ?? null}::text)
        and (endpoint.types is null or event.type = any (endpoint.types))
    ),
    again as (
      update event_delivery delivery
      set state = 'pending', tries = 0, due_at = ${now}, claimed_until = null, finished_at = null, problem = null
      from wanted
      where delivery.event_seq = wanted.seq and delivery.endpoint = wanted.endpoint
        and delivery.state in ('delivered', 'dead')
      returning delivery.id
    ),
    first as (
      insert into event_delivery (event_seq, endpoint, merchant, subject, due_at)
      select seq, endpoint, merchant, subject, ${now}::timestamptz from wanted
      where url is not null and not exists (
        select from event_delivery known
        where known.event_seq = wanted.seq and known.endpoint = wanted.endpoint
      )
      returning id
    )
    select id from again union all select id from first
  `.execute(db)
  return rows.length
}

export async function selectCounts(db: KycDb): Promise<{ pending: number; dead: number }> {
  const row = await db
    .selectFrom('event_delivery')
    .select((of) => [
      of.fn.countAll<number>().filterWhere('state', '=', 'pending').as('pending'),
      of.fn.countAll<number>().filterWhere('state', '=', 'dead').as('dead'),
    ])
    .where('state', 'in', ['pending', 'dead'])
    .executeTakeFirstOrThrow()
  return { pending: Number(row.pending), dead: Number(row.dead) }
}
