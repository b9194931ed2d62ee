import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

/** An alert is `kept` if it had no receiver. */
export type AlertState = 'pending' | 'delivered' | 'dead' | 'kept'

export type AlertRow = {
  readonly id: string
  readonly merchant: string
  /** The watch's URL, or null for the merchant's default URL. */
  readonly url: string | null
  readonly body: string
  readonly tries: number
  readonly problem: string | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

const alertColumns = [
  'id',
  'merchant',
  'url',
  'body',
  'tries',
  'problem',
  'created_at as createdAt',
  'finished_at as finishedAt',
] as const

export async function insertAlert(
  db: KytDb,
  alert: {
    id: string
    merchant: string
    watchId: number
    url: string | null
    body: string
    createdAt: Date
    /** If false, the alert is only listed and never sent. */
    hasReceiver: boolean
  },
): Promise<void> {
  await db
    .insertInto('kyt_alert')
    .values({
      id: alert.id,
      merchant: alert.merchant,
      watch_id: alert.watchId,
      url: alert.url,
      body: alert.body,
      ...(alert.hasReceiver
        ? { state: 'pending' as const }
        : { state: 'kept' as const, finished_at: alert.createdAt }),
      due_at: alert.createdAt,
      created_at: alert.createdAt,
    })
    .execute()
}

/** Updates the URL of pending alerts, because an incorrect URL may have prevented their delivery. */
export async function redirectAlerts(db: KytDb, watchId: number, url: string | null): Promise<void> {
  await db
    .updateTable('kyt_alert')
    .set({ url })
    .where('watch_id', '=', watchId)
    .where('state', '=', 'pending')
    .execute()
}

/**
 * Claims due alerts for this node until the claim expires. Claims only each watch's oldest alert, to preserve
 * the order, and only a few per merchant, so that a slow receiver does not delay others.
 */
export async function claimDueAlerts(
  db: KytDb,
  claim: { now: Date; until: Date; limit: number; perMerchant: number },
): Promise<AlertRow[]> {
  const isFree = sql<boolean>`state = 'pending' and (claimed_until is null or claimed_until <= ${claim.now})`
  const waiting = sql`
    select id, due_at, row_number() over (partition by merchant order by due_at, seq) as turn
    from kyt_alert due
    where ${isFree} and due_at <= ${claim.now} and not exists (
      select from kyt_alert earlier
      where earlier.watch_id = due.watch_id and earlier.seq < due.seq and earlier.state = 'pending'
    )
  `
  const chosen = sql`
    select id from kyt_alert
    where ${isFree} and id in (
      select id from (${waiting}) as waiting where turn <= ${claim.perMerchant}
      order by due_at limit ${claim.limit}
    )
    for update skip locked
  `
  return await db
    .updateTable('kyt_alert')
    .set({ claimed_until: claim.until })
    .where(sql<boolean>`id in (${chosen})`)
    .returning(alertColumns)
    .execute()
}

/**
 * Matches an alert only if it still has the claim made for this attempt. Otherwise, another node has claimed
 * the alert in the meantime.
 */
function claimed(db: KytDb, alert: Pick<AlertRow, 'id' | 'tries'>) {
  return db
    .updateTable('kyt_alert')
    .where('id', '=', alert.id)
    .where('tries', '=', alert.tries)
    .where('state', '=', 'pending')
}

export async function updateDelivered(db: KytDb, alert: AlertRow, at: Date): Promise<void> {
  await claimed(db, alert)
    .set({ state: 'delivered', tries: alert.tries + 1, claimed_until: null, problem: null, finished_at: at })
    .execute()
}

export async function updateFailed(
  db: KytDb,
  alert: AlertRow,
  failure: { problem: string; next: { due: Date } | { dead: Date } },
): Promise<void> {
  const { problem, next } = failure
  await claimed(db, alert)
    .set({
      tries: alert.tries + 1,
      claimed_until: null,
      problem,
      ...('due' in next ? { due_at: next.due } : { state: 'dead' as const, finished_at: next.dead }),
    })
    .execute()
}

/** Releases an alert without counting the attempt, because the service itself cancelled it. */
export async function releaseAlert(db: KytDb, alert: AlertRow): Promise<void> {
  await claimed(db, alert).set({ claimed_until: null }).execute()
}

export async function releaseAllAlerts(db: KytDb): Promise<void> {
  await db
    .updateTable('kyt_alert')
    .set({ claimed_until: null })
    .where('claimed_until', 'is not', null)
    .where('state', '=', 'pending')
    .execute()
}

/** Oldest first. */
export async function selectDeadAlerts(
  db: KytDb,
  of: { merchant?: string; limit: number },
): Promise<AlertRow[]> {
  return await db
    .selectFrom('kyt_alert')
    .select(alertColumns)
    .where('state', '=', 'dead')
    .$if(of.merchant !== undefined, (query) => query.where('merchant', '=', of.merchant ?? ''))
    .orderBy('seq')
    .limit(of.limit)
    .execute()
}

/**
 * Newest first. `before` is the sequence number of the last alert on the previous page. `sent` excludes kept
 * alerts.
 */
export async function selectAlertsOf(
  db: KytDb,
  of: { merchant: string; before?: number; limit: number; sent?: boolean },
): Promise<(AlertRow & { seq: number; state: AlertState })[]> {
  let query = db
    .selectFrom('kyt_alert')
    .select([...alertColumns, 'seq', 'state'])
    .where('merchant', '=', of.merchant)
  if (of.before !== undefined) query = query.where('seq', '<', of.before)
  if (of.sent) query = query.where('state', '<>', 'kept')
  return await query.orderBy('seq', 'desc').limit(of.limit).execute()
}

/** Reschedules dead alerts, starting again with the first attempt. Returns their number. */
export async function reviveAlerts(
  db: KytDb,
  which: { id?: string; merchant?: string },
  now: Date,
): Promise<number> {
  const revived = await db
    .updateTable('kyt_alert')
    .set({ state: 'pending', tries: 0, due_at: now, claimed_until: null, finished_at: null })
    .where('state', '=', 'dead')
    .$if(which.id !== undefined, (query) => query.where('id', '=', which.id ?? ''))
    .$if(which.merchant !== undefined, (query) => query.where('merchant', '=', which.merchant ?? ''))
    .returning('id')
    .execute()
  return revived.length
}

export async function deleteFinishedBefore(db: KytDb, time: Date): Promise<number> {
  const deleted = await db
    .deleteFrom('kyt_alert')
    .where('state', 'in', ['delivered', 'kept'])
    .where('finished_at', '<', time)
    .returning('id')
    .execute()
  return deleted.length
}
