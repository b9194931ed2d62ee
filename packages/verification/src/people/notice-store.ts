import type { VerificationDb } from '../context.ts'
import type { NoticeKind } from '../ports.ts'

export type Notice = {
  id: number
  personId: number
  merchantId: number
  requestId: number | null
  kind: NoticeKind
  locale: string
  at: Date
}

const columns = [
  'id',
  'person_id as personId',
  'merchant_id as merchantId',
  'request_id as requestId',
  'kind',
  'locale',
  'at',
] as const

export async function insertNotice(
  db: VerificationDb,
  notice: Omit<Notice, 'id' | 'requestId'> & { requestId?: number },
): Promise<void> {
  await db
    .insertInto('person_notice')
    .values({
      person_id: notice.personId,
      merchant_id: notice.merchantId,
      request_id: notice.requestId ?? null,
      kind: notice.kind,
      locale: notice.locale,
      at: notice.at,
    })
    .execute()
}

export async function selectUnsent(db: VerificationDb, limit: number): Promise<Notice[]> {
  return await db
    .selectFrom('person_notice')
    .select(columns)
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Claims a notice. If several callers call this concurrently, returns true for only one of them, so that no
 * mail is sent twice.
 */
export async function claimNotice(db: VerificationDb, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person_notice')
    .set({ sent_at: at })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Selects a person's latest notices, newest first. */
export async function selectNotices(
  db: VerificationDb,
  of: { personId: number; since: Date; limit: number },
): Promise<Notice[]> {
  return await db
    .selectFrom('person_notice')
    .select(columns)
    .where('person_id', '=', of.personId)
    .where('at', '>=', of.since)
    .orderBy('id', 'desc')
    .limit(of.limit)
    .execute()
}

export async function deleteNoticesBefore(db: VerificationDb, before: Date): Promise<void> {
  await db.deleteFrom('person_notice').where('at', '<', before).where('sent_at', 'is not', null).execute()
}

export async function deleteNoticesOf(db: VerificationDb, personId: number): Promise<void> {
  await db.deleteFrom('person_notice').where('person_id', '=', personId).execute()
}
