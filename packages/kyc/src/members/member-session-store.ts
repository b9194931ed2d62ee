import type { KycDb } from '../context.ts'

export type MemberSessionRow = {
  id: number
  memberId: number
  createdAt: Date
  seenAt: Date
  /** The time at which the session ends even if it is still in use. */
  endsAt: Date
  network: string
  browser: string
  byPasskey: boolean
}

const columns = [
  'id',
  'member_id as memberId',
  'created_at as createdAt',
  'seen_at as seenAt',
  'ends_at as endsAt',
  'network',
  'browser',
  'by_passkey as byPasskey',
] as const

export async function insertMemberSession(
  db: KycDb,
  session: {
    memberId: number
    tokenHash: Uint8Array
    at: Date
    endsAt: Date
    network: string
    browser: string
    byPasskey: boolean
  },
): Promise<MemberSessionRow> {
  return await db
    .insertInto('member_session')
    .values({
      member_id: session.memberId,
      token_hash: session.tokenHash,
      created_at: session.at,
      seen_at: session.at,
      ends_at: session.endsAt,
      network: session.network,
      browser: session.browser,
      by_passkey: session.byPasskey,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Returns a session that has neither ended nor expired and has been used since `seenAfter`. */
export async function selectMemberSession(
  db: KycDb,
  of: { tokenHash: Uint8Array; now: Date; seenAfter: Date },
): Promise<MemberSessionRow | undefined> {
  return await db
    .selectFrom('member_session')
    .select(columns)
    .where('token_hash', '=', of.tokenHash)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', of.now)
    .where('seen_at', '>', of.seenAfter)
    .executeTakeFirst()
}

export async function touchMemberSession(db: KycDb, id: number, at: Date): Promise<void> {
  await db.updateTable('member_session').set({ seen_at: at }).where('id', '=', id).execute()
}

export async function selectSessionsOf(
  db: KycDb,
  of: { memberId: number; now: Date; seenAfter: Date },
): Promise<MemberSessionRow[]> {
  return await db
    .selectFrom('member_session')
    .select(columns)
    .where('member_id', '=', of.memberId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', of.now)
    .where('seen_at', '>', of.seenAfter)
    .orderBy('seen_at', 'desc')
    .execute()
}

/** Ends a session. Returns false if the member has no such session. */
export async function endMemberSession(
  db: KycDb,
  of: { id: number; memberId: number; at: Date },
): Promise<boolean> {
  const ended = await db
    .updateTable('member_session')
    .set({ ended_at: of.at })
    .where('id', '=', of.id)
    .where('member_id', '=', of.memberId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Deletes sessions that have expired by the given time. */
export async function deleteMemberSessionsBefore(db: KycDb, at: Date): Promise<void> {
  await db.deleteFrom('member_session').where('ends_at', '<=', at).execute()
}

export async function endSessionsOf(db: KycDb, memberId: number, at: Date): Promise<void> {
  await db
    .updateTable('member_session')
    .set({ ended_at: at })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute()
}
