import type { VerificationDb } from '../context.ts'

export type SentCode = {
  sessionId: number
  addressHash: Uint8Array
  codeHash: Uint8Array
  expiresAt: Date
  endedAt: Date | null
  /** The time at which someone logged in on the page that requested the code. */
  loginAt: Date | null
}

/** Selects the codes sent to these addresses, newest first. */
export async function selectSentCodes(
  db: VerificationDb,
  addressHashes: readonly Uint8Array[],
): Promise<SentCode[]> {
  if (addressHashes.length === 0) return []
  return await db
    .selectFrom('login_code as code')
    .innerJoin('frame_session as page', 'page.id', 'code.session_id')
    .select([
      'code.session_id as sessionId',
      'code.address_hash as addressHash',
      'code.code_hash as codeHash',
      'code.expires_at as expiresAt',
      'code.ended_at as endedAt',
      'page.login_at as loginAt',
    ])
    .where('code.address_hash', 'in', [...addressHashes])
    .orderBy('code.id', 'desc')
    .limit(500)
    .execute()
}

/** Counts the codes mailed since the given time and the codes whose mail the server did not accept. */
export async function countMails(db: VerificationDb, since: Date): Promise<{ sent: number; failed: number }> {
  const row = await db
    .selectFrom('login_code')
    .select((of) => [
      of.fn.countAll<number>().filterWhere('mail_state', '=', 'sent').as('sent'),
      of.fn.countAll<number>().filterWhere('mail_state', '=', 'failed').as('failed'),
    ])
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return { sent: Number(row.sent), failed: Number(row.failed) }
}
