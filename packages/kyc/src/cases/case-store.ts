import type {
  CaseDueDays,
  CaseEntryKind,
  CaseItemKind,
  CasePriority,
  CaseStatus,
  ListCases,
} from '@touchstone/contract'
import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import { changeSigned, isGenuine, type Signing, signedMerchants } from '../rights/signed-rows-store.ts'

export type CaseRow = {
  readonly id: number
  readonly merchantId: number
  readonly number: number
  readonly status: CaseStatus
  readonly priority: CasePriority
  readonly assignedTo: string | null
  readonly dueAt: Date | null
  readonly titleSealed: Uint8Array
  readonly createdBy: string
  readonly createdAt: Date
  readonly closingSealed: Uint8Array | null
  readonly closingBy: string | null
  readonly closedBy: string | null
  readonly closedAt: Date | null
}

export type ItemRow = {
  readonly caseId: number
  readonly number: number
  readonly kind: CaseItemKind
  readonly fingerprint: Uint8Array | null
  readonly sealed: Uint8Array | null
  readonly person: Uint8Array | null
  readonly addedBy: string
  readonly addedAt: Date
}

export type EntryDetail = Readonly<Record<string, string | number | null>>

export type EntryRow = {
  readonly caseId: number
  readonly number: number
  readonly kind: CaseEntryKind
  readonly by: string | null
  readonly at: Date
  readonly detail: EntryDetail
  readonly sealed: Uint8Array | null
  readonly textRemovedAt: Date | null
}

const caseColumns = [
  ...([
    'id',
    'merchant_id as merchantId',
    'number',
    'status',
    'priority',
    'assigned_to as assignedTo',
  ] as const),
  ...(['due_at as dueAt', 'title_sealed as titleSealed', 'created_by as createdBy'] as const),
  ...(['created_at as createdAt', 'closing_sealed as closingSealed', 'closing_by as closingBy'] as const),
  ...(['closed_by as closedBy', 'closed_at as closedAt'] as const),
] as const

type CaseOf = { readonly merchantId: number; readonly number: number }

export async function selectCase(db: KycDb, of: CaseOf): Promise<CaseRow | undefined> {
  return await oneCase(db, of).executeTakeFirst()
}

/** Selects a case and locks it until the transaction ends. */
export async function lockCase(db: KycDb, of: CaseOf): Promise<CaseRow | undefined> {
  return await oneCase(db, of).forUpdate().executeTakeFirst()
}

function oneCase(db: KycDb, { merchantId, number }: CaseOf) {
  return db
    .selectFrom('merchant_case')
    .select(caseColumns)
    .where('merchant_id', '=', merchantId)
    .where('number', '=', number)
}

export async function selectCaseById(db: KycDb, id: number): Promise<CaseRow | undefined> {
  return await db.selectFrom('merchant_case').select(caseColumns).where('id', '=', id).executeTakeFirst()
}

/** Selects a page of a merchant's cases, newest first. */
export async function selectCases(
  db: KycDb,
  of: Pick<ListCases, 'status' | 'overdue' | 'after'> & {
    merchantId: number
    assignedTo?: string | undefined
    now: Date
    limit: number
  },
): Promise<CaseRow[]> {
  const { status, after, assignedTo } = of
  let query = db.selectFrom('merchant_case').select(caseColumns).where('merchant_id', '=', of.merchantId)
  if (status === 'working') query = query.where('closed_at', 'is', null)
  else if (status !== undefined) query = query.where('status', '=', status)
  if (assignedTo !== undefined) query = query.where('assigned_to', '=', assignedTo)
  if (of.overdue) query = query.where('closed_at', 'is', null).where('due_at', '<', of.now)
  if (after !== undefined) query = query.where('number', '<', after)
  return await query.orderBy('number', 'desc').limit(of.limit).execute()
}

export async function countCases(
  db: KycDb,
  { merchantId, now }: { merchantId: number; now: Date },
): Promise<{ open: number; overdue: number }> {
  return await db
    .selectFrom('merchant_case')
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.countAll<number>().filterWhere('due_at', '<', now).as('overdue'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Returns the number of a merchant's next case. Other calls wait until the transaction ends. */
export async function nextCaseNumber(db: KycDb, merchantId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`touchstone/cases/${merchantId}`}))`.execute(db)
  const row = await db
    .selectFrom('merchant_case')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

export async function insertCase(
  db: KycDb,
  row: Pick<CaseRow, 'merchantId' | 'number' | 'priority' | 'assignedTo' | 'dueAt' | 'titleSealed'> &
    Pick<CaseRow, 'createdBy' | 'createdAt'>,
): Promise<void> {
  await db
    .insertInto('merchant_case')
    .values({
      ...{ merchant_id: row.merchantId, number: row.number, priority: row.priority, due_at: row.dueAt },
      ...{ assigned_to: row.assignedTo, title_sealed: row.titleSealed },
      ...{ created_by: row.createdBy, created_at: row.createdAt },
    })
    .execute()
}

export type CaseChange = Partial<
  Pick<CaseRow, 'status' | 'priority' | 'assignedTo' | 'dueAt' | 'titleSealed'> &
    Pick<CaseRow, 'closingSealed' | 'closingBy' | 'closedBy' | 'closedAt'>
>

export async function updateCase(db: KycDb, id: number, change: CaseChange): Promise<void> {
  const { status, priority, assignedTo, dueAt, titleSealed } = change
  const { closingSealed, closingBy, closedBy, closedAt } = change
  await db
    .updateTable('merchant_case')
    .set({
      ...(status !== undefined && { status }),
      ...(priority !== undefined && { priority }),
      ...(assignedTo !== undefined && { assigned_to: assignedTo }),
      ...(dueAt !== undefined && { due_at: dueAt }),
      ...(titleSealed !== undefined && { title_sealed: titleSealed }),
      ...(closingSealed !== undefined && { closing_sealed: closingSealed }),
      ...(closingBy !== undefined && { closing_by: closingBy }),
      ...(closedBy !== undefined && { closed_by: closedBy }),
      ...(closedAt !== undefined && { closed_at: closedAt }),
    })
    .where('id', '=', id)
    .execute()
}

const itemColumns = [
  ...(['case_id as caseId', 'number', 'kind', 'fingerprint', 'sealed', 'person'] as const),
  ...(['added_by as addedBy', 'added_at as addedAt'] as const),
] as const

/** Selects what a case refers to, oldest first. */
export async function selectItems(db: KycDb, caseId: number): Promise<ItemRow[]> {
  return await db
    .selectFrom('case_item')
    .select(itemColumns)
    .where('case_id', '=', caseId)
    .where('removed_at', 'is', null)
    .orderBy('number')
    .execute()
}

/** Returns the last numbers that were used in a case. */
export async function selectLastNumbers(
  db: KycDb,
  caseId: number,
): Promise<{ items: number; files: number; entries: number }> {
  const last = (table: 'case_item' | 'case_file' | 'case_entry') =>
    sql<number>`(select coalesce(max(number), 0) from ${sql.table(table)} where case_id = ${caseId})`
  const { rows } = await sql<{ items: number; files: number; entries: number }>`
    select ${last('case_item')} as items, ${last('case_file')} as files, ${last('case_entry')} as entries
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a case has no numbers')
  return row
}

export async function insertItem(db: KycDb, row: ItemRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('case_item')
    .values({
      ...{ case_id: row.caseId, number: row.number, kind: row.kind, fingerprint: row.fingerprint },
      ...{ sealed: row.sealed, person: row.person, added_by: row.addedBy, added_at: row.addedAt },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Removes a reference from a case. Returns its kind, or undefined if the case does not have it. The person stays,
 * so that erasing the person finds the comments on the reference.
 */
export async function removeItemRow(
  db: KycDb,
  of: { caseId: number; number: number; at: Date },
): Promise<CaseItemKind | undefined> {
  const row = await db
    .updateTable('case_item')
    .set({ removed_at: of.at, sealed: null, fingerprint: null })
    .where('case_id', '=', of.caseId)
    .where('number', '=', of.number)
    .where('removed_at', 'is', null)
    .returning('kind')
    .executeTakeFirst()
  return row?.kind
}

/** Selects a merchant's cases that have one of these references, newest first. */
export async function selectCasesWith(
  db: KycDb,
  of: { merchantId: number; fingerprint: Uint8Array; limit: number },
): Promise<CaseRow[]> {
  const having = db
    .selectFrom('case_item')
    .select('case_id')
    .where('fingerprint', '=', of.fingerprint)
    .where('removed_at', 'is', null)
  return await db
    .selectFrom('merchant_case')
    .select(caseColumns)
    .where('merchant_id', '=', of.merchantId)
    .where('id', 'in', having)
    .orderBy('number', 'desc')
    .limit(of.limit)
    .execute()
}

/** Selects the time line of a case, oldest first. */
export async function selectEntries(db: KycDb, caseId: number): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('case_entry')
    .select(['case_id as caseId', 'number', 'kind', 'by_member as by', 'at', 'detail', 'sealed'])
    .select('text_removed_at as textRemovedAt')
    .where('case_id', '=', caseId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, detail: row.detail as EntryDetail }))
}

export async function insertEntry(db: KycDb, row: Omit<EntryRow, 'textRemovedAt'>): Promise<void> {
  await db
    .insertInto('case_entry')
    .values({
      ...{ case_id: row.caseId, number: row.number, kind: row.kind, by_member: row.by, at: row.at },
      ...{ detail: JSON.stringify(row.detail), sealed: row.sealed },
    })
    .execute()
}

/** Removes the text of an entry. Returns the entry's kind, or undefined if it has no text. */
export async function removeEntryText(
  db: KycDb,
  of: { caseId: number; number: number; at: Date },
): Promise<CaseEntryKind | undefined> {
  const row = await db
    .updateTable('case_entry')
    .set({ sealed: null, text_removed_at: of.at })
    .where('case_id', '=', of.caseId)
    .where('number', '=', of.number)
    .where('sealed', 'is not', null)
    .returning('kind')
    .executeTakeFirst()
  return row?.kind
}

/**
 * Returns whether two members have to close a merchant's cases. If somebody has changed the merchant's row without
 * the service, they have to.
 */
export async function selectCaseByTwo(context: Signing, db: KycDb, merchantId: number): Promise<boolean> {
  const row = await db
    .selectFrom('merchant')
    .select([...signedMerchants.columns, 'mac'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return row.cases_by_two === true || !isGenuine(context, signedMerchants, row, row.mac)
}

const noDueDays: CaseDueDays = { low: null, normal: null, high: null, urgent: null }

export async function selectDueDays(db: KycDb, merchantId: number): Promise<CaseDueDays> {
  const { rows } = await sql<{ days: CaseDueDays | null }>`
    select case_due_days as days from merchant where id = ${merchantId}`.execute(db)
  return rows[0]?.days ?? noDueDays
}

export async function updateDueDays(db: KycDb, merchantId: number, days: CaseDueDays): Promise<void> {
  await sql`update merchant set case_due_days = ${JSON.stringify(days)}::jsonb where id = ${merchantId}`.execute(
    db,
  )
}

/** Returns false if the merchant's row has a wrong MAC. */
export async function updateCaseByTwo(
  context: Signing,
  db: KycDb,
  { merchantId, byTwo }: { merchantId: number; byTwo: boolean },
): Promise<boolean> {
  const change = { cases_by_two: byTwo }
  return await changeSigned(context, db, signedMerchants, { id: merchantId, change })
}

/**
 * Removes everything in all cases that refers to a person: the references, and the texts of comments on them.
 * Returns the cases, locked until the transaction ends.
 */
export async function eraseItemsOf(db: KycDb, person: Uint8Array, at: Date): Promise<number[]> {
  const { rows: held } = await sql<{ id: number }>`
    select id from merchant_case where id in (select case_id from case_item where person = ${person})
    order by id for update
  `.execute(db)
  const { rows } = await sql<{ caseId: number; number: number }>`
    update case_item set sealed = null, fingerprint = null, person = null where person = ${person}
    returning case_id as "caseId", number
  `.execute(db)
  for (const { caseId, number } of rows)
    await sql`
      update case_entry set sealed = null, text_removed_at = ${at}
      where case_id = ${caseId} and sealed is not null and (detail ->> 'item')::integer = ${number}
    `.execute(db)
  return held.map(({ id }) => id)
}
