import type { CustomerTransferDecision, CustomerTransferDirection, RiskLevel } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

export type SumRow = {
  readonly direction: CustomerTransferDirection
  readonly decision: CustomerTransferDecision
  readonly count: number
  readonly usd: string | null
  readonly unpriced: number
  readonly first: number
  readonly last: number
  /** The highest score and its level. */
  readonly score: number
  readonly level: RiskLevel
}

/** Adds up a customer's transfers by direction and current decision. */
export async function selectSums(db: KytDb, customerId: string): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    select direction, decision, count(*)::int as count, sum(usd)::text as usd,
      (count(*) - count(usd))::int as unpriced, min(time) as first, max(time) as last,
      max(score) as score, (array_agg(level order by score desc))[1] as level
    from kyt_transfer where customer_id = ${customerId}::uuid
    group by direction, decision
  `.execute(db)
  return rows
}

/** Returns a customer's counterparties, those with the largest sums first. */
export async function selectCounterparties(
  db: KytDb,
  customerId: string,
  limit: number,
): Promise<{ coin: string; address: string; count: number; usd: string | null; score: number }[]> {
  return await db
    .selectFrom('kyt_transfer')
    .select([
      sql<string>`min(coin)`.as('coin'),
      'address',
      sql<number>`count(*)::int`.as('count'),
      sql<string | null>`sum(usd)::text`.as('usd'),
      sql<number>`max(score)`.as('score'),
    ])
    .where('customer_id', '=', customerId)
    .groupBy(['network', 'address'])
    .orderBy(sql`sum(usd)`, (order) => order.desc().nullsLast())
    .orderBy('address')
    .limit(limit)
    .execute()
}

/** Returns the newest decisions on a customer's transfers. */
export async function selectNewestDecisions(db: KytDb, customerId: string, limit: number) {
  return await db
    .selectFrom('kyt_transfer_decision as made')
    .innerJoin('kyt_transfer as transfer', 'transfer.id', 'made.transfer_id')
    .select([
      'made.made_at as madeAt',
      'made.made_by as madeBy',
      'made.decision',
      'transfer.reference',
      'transfer.sealed',
    ])
    .where('transfer.customer_id', '=', customerId)
    .orderBy('made.id', 'desc')
    .limit(limit)
    .execute()
}
