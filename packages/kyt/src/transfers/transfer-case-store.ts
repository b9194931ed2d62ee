import type { CustomerTransferDecision, RiskLevel } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

/** A member's note on a transfer, or an opinion with which a second member has to agree. */
export type RemarkRow = {
  readonly transferId: number
  readonly number: number
  readonly by: string
  readonly at: Date
  /** The newest decision on the transfer when the remark was made. */
  readonly decisionId: number
  /** Null for a note. */
  readonly decision: CustomerTransferDecision | null
  readonly sealed: Uint8Array
  readonly endedAt: Date | null
  readonly ended: 'agreed' | 'disagreed' | 'withdrawn' | 'outdated' | null
}

/** Selects all remarks on transfers, oldest first. */
export async function selectRemarks(db: KytDb, transferIds: readonly number[]): Promise<RemarkRow[]> {
  if (transferIds.length === 0) return []
  return await db
    .selectFrom('kyt_transfer_remark')
    .select(['transfer_id as transferId', 'number', 'by_member as by', 'at', 'decision_id as decisionId'])
    .select(['decision', 'sealed', 'ended_at as endedAt', 'ended'])
    .where('transfer_id', 'in', [...transferIds])
    .orderBy('transfer_id')
    .orderBy('number')
    .execute()
}

export async function insertRemark(db: KytDb, row: Omit<RemarkRow, 'endedAt' | 'ended'>): Promise<void> {
  await db
    .insertInto('kyt_transfer_remark')
    .values({
      transfer_id: row.transferId,
      number: row.number,
      by_member: row.by,
      at: row.at,
      decision_id: row.decisionId,
      decision: row.decision,
      sealed: row.sealed,
    })
    .execute()
}

/** Ends the current opinions on a transfer. */
export async function endOpinions(
  db: KytDb,
  { transferId, ended, at }: { transferId: number; ended: NonNullable<RemarkRow['ended']>; at: Date },
): Promise<void> {
  await db
    .updateTable('kyt_transfer_remark')
    .set({ ended_at: at, ended })
    .where('transfer_id', '=', transferId)
    .where('decision', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** Returns the members to whom transfers are assigned. */
export async function selectAssigned(
  db: KytDb,
  transferIds: readonly number[],
): Promise<Map<number, string>> {
  if (transferIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('kyt_transfer')
    .select(['id', 'assigned_to as member'])
    .where('id', 'in', [...transferIds])
    .where('assigned_to', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, member }) => [id, member ?? '']))
}

export async function updateAssigned(db: KytDb, id: number, member: string | null): Promise<void> {
  await db.updateTable('kyt_transfer').set({ assigned_to: member }).where('id', '=', id).execute()
}

/** Counts the parts of the ledger on which the newest decision of the rules depends. */
export async function countDependencies(db: KytDb, id: number): Promise<number> {
  const row = await db
    .selectFrom('kyt_transfer_dependency')
    .select(sql<number>`cardinality(dependencies)::int`.as('count'))
    .where('transfer_id', '=', id)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function selectByTwo(db: KytDb, merchant: string): Promise<boolean> {
  const row = await db
    .selectFrom('kyt_transfer_setting')
    .select('by_two as byTwo')
    .where('merchant', '=', merchant)
    .executeTakeFirst()
  return row?.byTwo ?? false
}

export async function upsertByTwo(
  db: KytDb,
  set: { merchant: string; byTwo: boolean; at: Date },
): Promise<void> {
  const values = { by_two: set.byTwo, updated_at: set.at }
  await db
    .insertInto('kyt_transfer_setting')
    .values({ merchant: set.merchant, ...values })
    .onConflict((conflict) => conflict.column('merchant').doUpdateSet(values))
    .execute()
}

export type CustomerLineRow = {
  readonly id: string
  readonly sealed: Uint8Array
  readonly createdAt: Date
  readonly transfers: number
  /** Number of transfers that are held. */
  readonly held: number
  readonly last: number
  readonly usd: string | null
  readonly score: number
  readonly level: RiskLevel
}

/**
 * Selects a page of a merchant's customers, those added last first. `after` is the id of the last customer of the
 * previous page.
 */
export async function selectCustomerLines(
  db: KytDb,
  of: { merchant: string; fingerprint?: Uint8Array | undefined; after?: string | undefined; limit: number },
): Promise<CustomerLineRow[]> {
  const { merchant, fingerprint, after, limit } = of
  const found = fingerprint === undefined ? sql`true` : sql`fingerprint = ${fingerprint}`
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(created_at, id) < (select created_at, id from kyt_customer where id = ${after}::uuid and merchant = ${merchant})`
  const { rows } = await sql<CustomerLineRow>`
    with page as (
      select id, sealed, created_at from kyt_customer
      where merchant = ${merchant} and ${found} and ${beyond}
      order by created_at desc, id desc limit ${limit}
    )
    select page.id, page.sealed, page.created_at as "createdAt", sums.*
    from page, lateral (
      select count(*)::int as transfers, (count(*) filter (where decision = 'hold'))::int as held,
        max(time) as last, sum(usd)::text as usd, max(score) as score,
        (array_agg(level order by score desc))[1] as level
      from kyt_transfer where customer_id = page.id
    ) as sums
    where sums.transfers > 0
    order by page.created_at desc, page.id desc
  `.execute(db)
  return rows
}

export async function selectCustomerById(
  db: KytDb,
  { merchant, id }: { merchant: string; id: string },
): Promise<{ id: string; sealed: Uint8Array } | undefined> {
  return await db
    .selectFrom('kyt_customer')
    .select(['id', 'sealed'])
    .where('merchant', '=', merchant)
    .where('id', '=', id)
    .executeTakeFirst()
}
