import type { CustomerTransferDirection } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

export type TestedRow = {
  readonly id: number
  readonly customerId: string
  readonly coin: string
}

/** The merchant's newest transfers, newest first. */
export async function selectNewest(
  db: KytDb,
  { merchant, limit }: { merchant: string; limit: number },
): Promise<TestedRow[]> {
  return await db
    .selectFrom('kyt_transfer')
    .select(['id', 'customer_id as customerId', 'coin'])
    .where('merchant', '=', merchant)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A decision of the rules on a customer's transfer. */
export type CustomerDecision = {
  readonly customerId: string
  readonly transferId: number
  readonly decisionId: number
  readonly direction: CustomerTransferDirection
  readonly network: number
  readonly address: string
  readonly time: number
  readonly usd: string | null
}

/** Selects all decisions of the rules on the transfers of customers, in the order of the transfers. */
export async function selectCustomerDecisions(
  db: KytDb,
  customerIds: readonly string[],
): Promise<CustomerDecision[]> {
  return await db
    .selectFrom('kyt_transfer as transfer')
    .innerJoin('kyt_transfer_decision as made', 'made.transfer_id', 'transfer.id')
    .select([
      'transfer.customer_id as customerId',
      'transfer.id as transferId',
      'made.id as decisionId',
      'transfer.direction',
      'transfer.network',
      'transfer.address',
      'transfer.time',
      sql<string | null>`made.usd::text`.as('usd'),
    ])
    .where('transfer.customer_id', 'in', [...customerIds])
    .where('made.made_by', '=', 'rules')
    .orderBy('transfer.id')
    .orderBy('made.id')
    .execute()
}

/** Selects the newest decision of the rules on each transfer. */
export async function selectLatestFacts(
  db: KytDb,
  transferIds: readonly number[],
): Promise<
  {
    transferId: number
    decisionId: number
    decision: 'allow' | 'hold' | 'block'
    usd: string | null
    facts: string
  }[]
> {
  const rows = await db
    .selectFrom('kyt_transfer_decision')
    .distinctOn('transfer_id')
    .select([
      'transfer_id as transferId',
      'id as decisionId',
      'decision',
      sql<string | null>`usd::text`.as('usd'),
      sql<string>`facts`.as('facts'),
    ])
    .where('transfer_id', 'in', [...transferIds])
    .where('made_by', '=', 'rules')
    .orderBy('transfer_id')
    .orderBy('id', 'desc')
    .execute()
  return rows
}
