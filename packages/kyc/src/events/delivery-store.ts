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

/** Newest first. `before` is the id of the last delivery on the previous page. */
export async function selectDeliveriesOf(
  db: KycDb,
  of: { merchant: string; before?: number | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const isBefore = of.before === undefined ? sql`true` : sql`delivery.id < ${of.before}`
  const where = sql`delivery.merchant = ${of.merchant} and ${isBefore}`
  return await selectWhere(db, where, sql`delivery.id desc`, of.limit)
}

/** Reschedules dead deliveries, starting again with the first attempt. Returns their number. */
export async function reviveDeliveries(
  db: KycDb,
  which: { event?: string | undefined; merchant?: string | undefined },
  now: Date,
): Promise<number> {
  const revived = await db
    .updateTable('event_delivery')
    .set({ state: 'pending', tries: 0, due_at: now, claimed_until: null, finished_at: null })
    .where('state', '=', 'dead')
    .$if(which.event !== undefined, (query) =>
      query.where('event_seq', 'in', (of) =>
        of
          .selectFrom('event')
          .select('seq')
          .where('id', '=', which.event ?? ''),
      ),
    )
    .$if(which.merchant !== undefined, (query) => query.where('merchant', '=', which.merchant ?? ''))
    .returning('id')
    .execute()
  return revived.length
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
