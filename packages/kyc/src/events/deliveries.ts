import type { Deliveries, EventType } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import {
  type DeliveryRow,
  releaseAllDeliveries,
  reviveDeliveries,
  selectCounts,
  selectDeadDeliveries,
  selectDeliveriesOf,
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
 * Reschedules dead deliveries (of a single event, a merchant's, or all), starting again with the first
 * attempt. Returns the number of deliveries scheduled.
 */
export async function retryDeadDeliveries(
  context: KycContext,
  which: { id?: string; merchant?: string },
): Promise<number> {
  const { id: event, merchant } = which
  if (event !== undefined && !idForm.test(event)) return 0
  return await reviveDeliveries(tablesOf(context), { event, merchant }, new Date(context.clock.now()))
}

export const deliveriesOnPage = 50

/** Lists a merchant's deliveries, newest first. */
export async function listDeliveries(
  context: KycContext,
  of: { merchant: string; before?: number; limit?: number },
): Promise<Deliveries> {
  const limit = of.limit ?? deliveriesOnPage
  const rows = await selectDeliveriesOf(tablesOf(context), { ...of, limit: limit + 1 })
  return { deliveries: rows.slice(0, limit).map(shown), more: rows.length > limit }
}

function shown(row: DeliveryRow): Deliveries['deliveries'][number] {
  const { deliveryId, id, type, test, url, state, tries, problem, createdAt, finishedAt } = row
  return {
    ...{ seq: deliveryId, id, at: createdAt.toISOString(), type, test, host: hostIn(url) },
    ...{ state, tries, problem, finishedAt: finishedAt?.toISOString() ?? null },
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
