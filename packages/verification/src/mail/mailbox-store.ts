import { sql } from 'kysely'
import type { VerificationDb } from '../context.ts'

/** Reserves the row number before the insert, because the encryption binds the mail to its row. */
export async function nextMailId(db: VerificationDb): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('mailbox', 'id')) as id`.execute(db)
  return Number(rows[0]?.id)
}

export async function insertMail(
  db: VerificationDb,
  mail: { id: number; sealed: Uint8Array; at: Date; keep: number },
): Promise<void> {
  const { id, sealed, at } = mail
  await sql`insert into mailbox (id, mail_sealed, at) overriding system value values (${id}, ${sealed}, ${at})`.execute(
    db,
  )
  const oldest = db.selectFrom('mailbox').select('id').where('id', '<=', id).orderBy('id', 'desc')
  await db.deleteFrom('mailbox').where('id', '<', id).where('id', 'not in', oldest.limit(mail.keep)).execute()
}

/** Newest first. */
export async function selectMails(
  db: VerificationDb,
  limit: number,
): Promise<{ id: number; sealed: Uint8Array; at: Date }[]> {
  return await db
    .selectFrom('mailbox')
    .select(['id', 'mail_sealed as sealed', 'at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
