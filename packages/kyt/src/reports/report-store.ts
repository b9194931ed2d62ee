import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

export type ReportRow = {
  readonly id: string
  readonly merchant: string
  readonly subject: Uint8Array
  readonly madeBy: string
  readonly madeAt: Date
  readonly sealedLine: Uint8Array
  readonly sealed: Uint8Array
}

export async function insertReport(db: KytDb, row: ReportRow): Promise<void> {
  const { id, merchant, subject, sealed } = row
  await db
    .insertInto('kyt_report')
    .values({
      ...{ id, merchant, subject, sealed, line_sealed: row.sealedLine },
      ...{ made_by: row.madeBy, made_at: row.madeAt },
    })
    .execute()
}

export async function countReportsSince(
  db: KytDb,
  { merchant, since }: { merchant: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('kyt_report')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant', '=', merchant)
    .where('made_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function selectReport(
  db: KytDb,
  { id, merchant }: { id: string; merchant: string },
): Promise<Pick<ReportRow, 'id' | 'merchant' | 'sealed'> | undefined> {
  return await db
    .selectFrom('kyt_report')
    .select(['id', 'merchant', 'sealed'])
    .where('id', '=', id)
    .where('merchant', '=', merchant)
    .executeTakeFirst()
}

/** Selects a page of reports without their files, newest first. */
export async function selectReports(
  db: KytDb,
  page: {
    merchant: string
    subject?: Uint8Array | undefined
    before?: string | undefined
    limit: number
  },
): Promise<Omit<ReportRow, 'sealed' | 'subject'>[]> {
  let query = db
    .selectFrom('kyt_report')
    .select(['id', 'merchant', 'made_by as madeBy', 'made_at as madeAt', 'line_sealed as sealedLine'])
    .where('merchant', '=', page.merchant)
  if (page.subject !== undefined) query = query.where('subject', '=', page.subject)
  if (page.before !== undefined) {
    const { before } = page
    query = query.where('seq', '<', (of) =>
      of.selectFrom('kyt_report').select('seq').where('id', '=', before),
    )
  }
  return await query.orderBy('seq', 'desc').limit(page.limit).execute()
}

export async function deleteReportsBefore(db: KytDb, time: Date): Promise<void> {
  await db.deleteFrom('kyt_report').where('made_at', '<', time).execute()
}

export type ReportKeyRow = {
  readonly kid: string
  readonly publicKey: string
  readonly sealed: Uint8Array | null
  readonly createdAt: Date
  readonly mac: Uint8Array
}

/** Selects the keys, newest first. */
export async function selectReportKeys(db: KytDb): Promise<ReportKeyRow[]> {
  return await db
    .selectFrom('kyt_report_key')
    .select(['kid', 'public_key as publicKey', 'sealed', 'created_at as createdAt', 'mac'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
}

/** Locks the table, so that only one node at a time changes the keys. */
export async function lockReportKeys(db: KytDb): Promise<void> {
  await sql`lock table kyt_report_key in exclusive mode`.execute(db)
}

/** Adds a key and deletes the private parts of all others. */
export async function replaceReportKey(db: KytDb, key: ReportKeyRow): Promise<void> {
  await db.updateTable('kyt_report_key').set({ sealed: null }).execute()
  await db
    .insertInto('kyt_report_key')
    .values({
      ...{ kid: key.kid, public_key: key.publicKey, sealed: key.sealed, mac: key.mac },
      created_at: key.createdAt,
    })
    .execute()
}
