import type { TriageKind } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import type { EntryDetail } from './case-store.ts'

export type TriageRow = {
  readonly id: number
  readonly kind: TriageKind
  readonly ref: string
  readonly openedAt: Date
  readonly dueAt: Date
  readonly assignedTo: string | null
  readonly caseNumber: number | null
  readonly doneAt: Date | null
  readonly facts: EntryDetail
}

/** The position of the last entry of the previous page: when it is due or was done, and its id. */
export type TriagePlace = { readonly at: Date; readonly id: number }

type TriageOf = { readonly merchantId: number; readonly kinds: readonly TriageKind[] }

const columns = sql`
  item.id, item.kind, item.ref, item.opened_at as "openedAt", item.due_at as "dueAt",
  item.assigned_to as "assignedTo", owner.number as "caseNumber", item.done_at as "doneAt", item.facts`

/** Selects a page of open entries, those that are due first, or of done ones, newest first. */
export async function selectTriage(
  db: KycDb,
  of: TriageOf & {
    done: boolean
    /** Undefined for everybody, null for nobody. */
    assignedTo: string | null | undefined
    dueBefore: Date | undefined
    after: TriagePlace | undefined
    limit: number
  },
): Promise<TriageRow[]> {
  const { assignedTo, dueBefore, after, done } = of
  const order = done ? sql`item.done_at desc, item.id desc` : sql`item.due_at, item.id`
  const beyond = (place: TriagePlace) =>
    done
      ? sql`(item.done_at, item.id) < (${place.at}, ${place.id})`
      : sql`(item.due_at, item.id) > (${place.at}, ${place.id})`
  const conditions = [
    sql`item.merchant_id = ${of.merchantId}`,
    sql`item.kind = any (${[...of.kinds]}::text[])`,
    done ? sql`item.done_at is not null` : sql`item.done_at is null`,
    ...(assignedTo === undefined ? [] : [sql`item.assigned_to is not distinct from ${assignedTo}::text`]),
    ...(dueBefore === undefined ? [] : [sql`item.due_at < ${dueBefore}`]),
    ...(after === undefined ? [] : [beyond(after)]),
  ]
  const { rows } = await sql<TriageRow>`
    select ${columns} from triage_item item left join merchant_case owner on owner.id = item.case_id
    where ${sql.join(conditions, sql` and `)} order by ${order} limit ${of.limit}
  `.execute(db)
  return rows
}

export async function countTriage(
  db: KycDb,
  { merchantId, kinds, now }: TriageOf & { now: Date },
): Promise<{ open: number; overdue: number }> {
  return await db
    .selectFrom('triage_item')
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.countAll<number>().filterWhere('due_at', '<', now).as('overdue'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('kind', 'in', [...kinds])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Selects open entries and locks them until the transaction ends. */
export async function lockTriage(
  db: KycDb,
  { merchantId, kinds, ids }: TriageOf & { ids: readonly number[] },
): Promise<TriageRow[]> {
  const { rows } = await sql<TriageRow>`
    select ${columns} from triage_item item left join merchant_case owner on owner.id = item.case_id
    where item.merchant_id = ${merchantId} and item.kind = any (${[...kinds]}::text[])
      and item.id = any (${[...ids]}::bigint[]) and item.done_at is null
    order by item.id for update of item
  `.execute(db)
  return rows
}

export async function updateTriage(
  db: KycDb,
  ids: readonly number[],
  change: { assignedTo?: string | null; caseId?: number; done?: { at: Date; by: string } },
): Promise<void> {
  if (ids.length === 0 || Object.keys(change).length === 0) return
  const { assignedTo, caseId, done } = change
  await db
    .updateTable('triage_item')
    .set({
      ...(assignedTo !== undefined && { assigned_to: assignedTo }),
      ...(caseId !== undefined && { case_id: caseId }),
      ...(done && { done_at: done.at, done_by: done.by }),
    })
    .where('id', 'in', [...ids])
    .execute()
}

/** Notes the case to which an alert, a transfer or a review was added, unless it is already in another one. */
export async function joinTriage(
  db: KycDb,
  of: { merchantId: number; kind: TriageKind; ref: string; caseId: number },
): Promise<void> {
  await db
    .updateTable('triage_item')
    .set({ case_id: of.caseId })
    .where('merchant_id', '=', of.merchantId)
    .where('kind', '=', of.kind)
    .where('ref', '=', of.ref)
    .where('case_id', 'is', null)
    .execute()
}

/** Returns the merchant's entry for an alert, a transfer or a review. */
export async function selectTriageOf(
  db: KycDb,
  of: { merchantId: number; kind: TriageKind; ref: string },
): Promise<{ facts: EntryDetail } | undefined> {
  const row = await db
    .selectFrom('triage_item')
    .select('facts')
    .where('merchant_id', '=', of.merchantId)
    .where('kind', '=', of.kind)
    .where('ref', '=', of.ref)
    .executeTakeFirst()
  return row && { facts: row.facts as EntryDetail }
}

/** Removes an erased person's id from the entries of the person's reviews. */
export async function eraseTriageOf(db: KycDb, svcId: string): Promise<void> {
  await sql`
    update triage_item set facts = facts - 'svcId' where kind = 'review' and facts ->> 'svcId' = ${svcId}
  `.execute(db)
}
