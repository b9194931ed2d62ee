import type { RiskLevel } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KytDb } from '../context.ts'
import type { DataVersions } from './transfer-store.ts'

export async function putDependencies(
  db: KytDb,
  transferId: number,
  dependencies: readonly number[],
): Promise<void> {
  await sql`
    insert into kyt_transfer_dependency (transfer_id, dependencies)
    values (${transferId}, ${[...dependencies]}::int[])
    on conflict (transfer_id) do update set dependencies = excluded.dependencies
  `.execute(db)
}

export type ReassessmentState = DataVersions & { readonly coverage: string }

/** Locks the state, so that only one node marks transfers. `undefined` if another node does. */
export async function lockState(db: KytDb): Promise<ReassessmentState | undefined> {
  return await db
    .selectFrom('kyt_reassessment')
    .select(['ledger', 'labels', 'prices', 'policies', 'coverage'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function selectState(db: KytDb): Promise<ReassessmentState> {
  return await db
    .selectFrom('kyt_reassessment')
    .select(['ledger', 'labels', 'prices', 'policies', 'coverage'])
    .executeTakeFirstOrThrow()
}

export async function updateState(db: KytDb, state: ReassessmentState): Promise<void> {
  await db.updateTable('kyt_reassessment').set(state).execute()
}

/** Marks the transfers since a time whose decision depends on one of the given parts of the ledger. */
export async function markDependent(
  db: KytDb,
  { since, dependencies }: { since: number; dependencies: readonly number[] },
): Promise<number> {
  if (dependencies.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    update kyt_transfer set due = true
    where not due and time >= ${since} and id in (
      select transfer_id from kyt_transfer_dependency where dependencies && ${[...dependencies]}::int[]
    )
  `.execute(db)
  return Number(numAffectedRows)
}

/** Marks all transfers since a time, or those on some networks. */
export async function markAll(
  db: KytDb,
  { since, networks }: { since: number; networks?: readonly number[] },
): Promise<number> {
  let query = db
    .updateTable('kyt_transfer')
    .set({ due: true })
    .where('due', '=', false)
    .where('time', '>=', since)
  if (networks !== undefined) {
    if (networks.length === 0) return 0
    query = query.where('network', 'in', [...networks])
  }
  const [updated] = await query.execute()
  return Number(updated?.numUpdatedRows ?? 0n)
}

/** The merchants with transfers since a time, each with one policy that was used. */
export async function selectPoliciesUsed(
  db: KytDb,
  since: number,
): Promise<{ merchant: string; policy: string }[]> {
  return await db
    .selectFrom('kyt_transfer')
    .select(['merchant', 'policy'])
    .distinct()
    .where('time', '>=', since)
    .execute()
}

export async function markPolicy(
  db: KytDb,
  { since, merchant, policy }: { since: number; merchant: string; policy: string },
): Promise<number> {
  const [updated] = await db
    .updateTable('kyt_transfer')
    .set({ due: true })
    .where('due', '=', false)
    .where('time', '>=', since)
    .where('merchant', '=', merchant)
    .where('policy', '=', policy)
    .execute()
  return Number(updated?.numUpdatedRows ?? 0n)
}

/** Marks a customer's later transfers, because their decisions depend on the value of an earlier one. */
export async function markLater(
  db: KytDb,
  { since, customerId, id }: { since: number; customerId: string; id: number },
): Promise<void> {
  await db
    .updateTable('kyt_transfer')
    .set({ due: true })
    .where('customer_id', '=', customerId)
    .where('id', '>', id)
    .where('time', '>=', since)
    .execute()
}

/**
 * Claims marked transfers, oldest first. The claim belongs to this node until it expires. While the watches are
 * paused after a reset of the ledger, no transfer is decided again.
 */
export async function claimDue(
  db: KytDb,
  claim: { now: Date; until: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update kyt_transfer set claimed_until = ${claim.until}
    where id in (
      select id from kyt_transfer
      where due and (claimed_until is null or claimed_until <= ${claim.now})
        and not exists (select from kyt_ledger where watches_paused)
      order by id limit ${claim.limit} for update skip locked
    )
    returning id
  `.execute(db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

export async function isPaused(db: KytDb): Promise<boolean> {
  const row = await db
    .selectFrom('kyt_ledger')
    .select('watches_paused as isPaused')
    .forShare()
    .executeTakeFirst()
  return row?.isPaused ?? false
}

/** Ends a claim and keeps the newest decision. */
export async function skipDue(db: KytDb, id: number): Promise<void> {
  await db.updateTable('kyt_transfer').set({ due: false, claimed_until: null }).where('id', '=', id).execute()
}

/** Stores the values of the newest decision of the rules. */
export async function updateValues(
  db: KytDb,
  id: number,
  set: { usd: string | null; score: number; level: RiskLevel; policy: string; due: boolean },
): Promise<void> {
  await db
    .updateTable('kyt_transfer')
    .set({ ...set, claimed_until: null })
    .where('id', '=', id)
    .execute()
}

/** Deletes dependencies of transfers that are no longer decided again. */
export async function deleteDependenciesBefore(db: KytDb, before: number): Promise<void> {
  await sql`
    delete from kyt_transfer_dependency where transfer_id in (
      select dependency.transfer_id from kyt_transfer_dependency as dependency
      join kyt_transfer as transfer on transfer.id = dependency.transfer_id
      where transfer.time < ${before} limit 1000
    )
  `.execute(db)
}

export async function releaseDue(db: KytDb): Promise<void> {
  await db
    .updateTable('kyt_transfer')
    .set({ claimed_until: null })
    .where('due', '=', true)
    .where('claimed_until', 'is not', null)
    .execute()
}
