import type { Events, EventType } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import {
  type EventWithDeliveries,
  releaseAllDeliveries,
  reviveDeliveries,
  scheduleAgain,
  selectCounts,
  selectDeadDeliveries,
  selectEventDeliveries,
} from './delivery-store.ts'

export type DeadDelivery = {
  /** The event's id. */
  readonly id: string
  readonly type: EventType
  readonly merchant: string
  readonly host: string | null
  readonly createdAt: Date
  readonly tries: number
  readonly problem: string
  readonly diedAt: Date
}

/** Lists deliveries that failed permanently, oldest first. */
export async function listDeadDeliveries(
  context: KycContext,
  of: { merchant?: string; limit: number },
): Promise<DeadDelivery[]> {
  return (await selectDeadDeliveries(tablesOf(context), of)).map(
    ({ id, type, merchant, url, createdAt, tries, problem, finishedAt }) => ({
      ...{ id, type, merchant, createdAt, tries, host: hostIn(url) },
      problem: problem ?? '',
      diedAt: finishedAt ?? createdAt,
    }),
  )
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Reschedules dead deliveries (of a merchant, or all), starting again with the first attempt. Returns the number
 * of deliveries scheduled.
 */
export async function retryDeadDeliveries(
  context: KycContext,
  which: { merchant?: string } = {},
): Promise<number> {
  return await reviveDeliveries(tablesOf(context), which, new Date(context.clock.now()))
}

/**
 * Sends an event again to all enabled endpoints that want its type, whether or not they received it before.
 * Pending deliveries stay as they are. Returns the number of deliveries scheduled.
 */
export async function deliverAgain(
  context: KycContext,
  { id, merchant }: { id: string; merchant?: string | undefined },
): Promise<number> {
  if (!idForm.test(id)) return 0
  return await scheduleAgain(tablesOf(context), { event: id, merchant }, new Date(context.clock.now()))
}

export const eventsOnPage = 50

/** Lists a merchant's events with their deliveries, newest first. */
export async function listEventDeliveries(
  context: KycContext,
  of: { merchant: string; type?: EventType | undefined; before?: number | undefined; limit?: number },
): Promise<Events> {
  const limit = of.limit ?? eventsOnPage
  const rows = await selectEventDeliveries(tablesOf(context), { ...of, limit: limit + 1 })
  return { events: rows.slice(0, limit).map(shown), more: rows.length > limit }
}

function shown({ createdAt, deliveries, ...event }: EventWithDeliveries): Events['events'][number] {
  return {
    ...event,
    at: createdAt.toISOString(),
    deliveries: deliveries.map(({ url, finishedAt, ...delivery }) => ({
      ...delivery,
      host: hostIn(url),
      finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    })),
  }
}

/** Counts the pending deliveries, and those that failed permanently. */
export async function countDeliveries(context: KycContext): Promise<{ pending: number; dead: number }> {
  return await selectCounts(tablesOf(context))
}

function hostIn(url: string | null): string | null {
  return url === null ? null : new URL(url).host
}

/**
 * Releases all claims in an embedded store at startup. Only one process uses such a store, so existing claims
 * belong to a process that has ended. With a database server, existing claims may belong to another node.
 */
export async function releaseDeliveries(context: KycContext): Promise<void> {
  if (context.database.engine === 'embedded') await releaseAllDeliveries(tablesOf(context))
}
