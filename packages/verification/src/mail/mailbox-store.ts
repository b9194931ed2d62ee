import type { VerificationDb } from '../context.ts'

export async function insertMail(
  db: VerificationDb,
  mail: { sealed: Uint8Array; at: Date; keep: number },
): Promise<void> {
  const { id } = await db
    .insertInto('mailbox')
    .values({ mail_sealed: mail.sealed, at: mail.at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const oldest = db.selectFrom('mailbox').select('id').where('id', '<=', id).orderBy('id', 'desc')
  await db.deleteFrom('mailbox').where('id', '<', id).where('id', 'not in', oldest.limit(mail.keep)).execute()
}

/** The newest first. */
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
