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

/** Which transfers are marked. */
type Marks = {
  /** The earliest time of a transfer, in Unix seconds. */
  readonly since: number
  /** Whether the transfers are decided at once, or when their pause is over. */
  readonly isUrgent: boolean
}

/** A claim prevents a decision, and so does the pause after one. An urgent mark ends both. */
const marked = ({ isUrgent }: Marks) => (isUrgent ? sql`due = true, claimed_until = null` : sql`due = true`)
const unmarked = ({ isUrgent }: Marks) =>
  isUrgent ? sql`(not due or claimed_until is not null)` : sql`not due`

/** Marks the transfers since a time whose decision depends on one of the given parts of the ledger. */
export async function markDependent(
  db: KytDb,
  { dependencies, ...marks }: Marks & { dependencies: readonly number[] },
): Promise<number> {
  if (dependencies.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    update kyt_transfer set ${marked(marks)}
    where ${unmarked(marks)} and time >= ${marks.since} and id in (
      select transfer_id from kyt_transfer_dependency where dependencies && ${[...dependencies]}::int[]
    )
  `.execute(db)
  return Number(numAffectedRows)
}

/** Marks all transfers since a time, or those on some networks. */
export async function markAll(
  db: KytDb,
  { networks, ...marks }: Marks & { networks?: readonly number[] },
): Promise<number> {
  if (networks?.length === 0) return 0
  const onNetworks = networks === undefined ? sql`true` : sql`network = any(${[...networks]}::smallint[])`
  const { numAffectedRows = 0n } = await sql`
    update kyt_transfer set ${marked(marks)}
    where ${unmarked(marks)} and time >= ${marks.since} and ${onNetworks}
  `.execute(db)
  return Number(numAffectedRows)
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
  const marks = { since, isUrgent: true }
  const { numAffectedRows = 0n } = await sql`
    update kyt_transfer set ${marked(marks)}
    where ${unmarked(marks)} and time >= ${since} and merchant = ${merchant} and policy = ${policy}
  `.execute(db)
  return Number(numAffectedRows)
}

/** Marks a customer's later transfers, because their decisions depend on the value of an earlier one. */
export async function markLater(
  db: KytDb,
  { since, customerId, id }: { since: number; customerId: string; id: number },
): Promise<void> {
  await db
    .updateTable('kyt_transfer')
    .set({ due: true, claimed_until: null })
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

/**
 * Stores the values of the newest decision of the rules. Starts a pause of an eighth of the transfer's age, up to
 * a day. Otherwise, every transfer with a counterparty that is always active would be decided again with every block.
 */
export async function updateValues(
  db: KytDb,
  id: number,
  {
    at,
    ...set
  }: { usd: string | null; score: number; level: RiskLevel; policy: string; due: boolean; at: Date },
): Promise<void> {
  await db
    .updateTable('kyt_transfer')
    .set({
      ...set,
      claimed_until: sql`${at}::timestamptz
        + least((${at}::timestamptz - created_at) / 8, interval '1 day')`,
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes dependencies of transfers that are no longer decided again. Returns their number. */
export async function deleteDependenciesBefore(db: KytDb, before: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from kyt_transfer_dependency where transfer_id in (
      select dependency.transfer_id from kyt_transfer_dependency as dependency
      join kyt_transfer as transfer on transfer.id = dependency.transfer_id
      where transfer.time < ${before} limit ${limit}
    )
  `.execute(db)
  return Number(numAffectedRows)
}

export async function releaseDue(db: KytDb): Promise<void> {
  await db
    .updateTable('kyt_transfer')
    .set({ claimed_until: null })
    .where('due', '=', true)
    .where('claimed_until', 'is not', null)
    .execute()
}
