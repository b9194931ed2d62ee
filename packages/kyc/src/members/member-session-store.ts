import { sql } from 'kysely'
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
  /** The merchants for which the session was used. Zero stands for the operator. */
  usedFor: number[]
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
  'used_for as usedFor',
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
    passkeyId: number | undefined
  },
): Promise<void> {
  await db
    .insertInto('member_session')
    .values({
      member_id: session.memberId,
      token_hash: session.tokenHash,
      created_at: session.at,
      seen_at: session.at,
      ends_at: session.endsAt,
      network: session.network,
      browser: session.browser,
      by_passkey: session.passkeyId !== undefined,
      passkey_id: session.passkeyId ?? null,
    })
    .execute()
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

/** Records that a session was used for a merchant. Returns false if this was already recorded. */
export async function addSessionUse(db: KycDb, id: number, merchantId: number): Promise<boolean> {
  const added = await db
    .updateTable('member_session')
    .set({ used_for: sql`array_append(used_for, ${merchantId}::integer)` })
    .where('id', '=', id)
    .where(sql<boolean>`not ${merchantId}::integer = any(used_for)`)
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
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

/**
 * Ends one session of a member, all sessions started with one of the member's passkeys, or all sessions.
 * Returns the ended sessions.
 */
export async function endMemberSessions(
  db: KycDb,
  of: { memberId: number; at: Date; id?: number; passkeyId?: number },
): Promise<Pick<MemberSessionRow, 'id' | 'usedFor'>[]> {
  let query = db
    .updateTable('member_session')
    .set({ ended_at: of.at })
    .where('member_id', '=', of.memberId)
    .where('ended_at', 'is', null)
  if (of.id !== undefined) query = query.where('id', '=', of.id)
  if (of.passkeyId !== undefined) query = query.where('passkey_id', '=', of.passkeyId)
  return await query.returning(['id', 'used_for as usedFor']).execute()
}

/** Deletes sessions that have expired by the given time. */
export async function deleteMemberSessionsBefore(db: KycDb, at: Date): Promise<void> {
  await db.deleteFrom('member_session').where('ends_at', '<=', at).execute()
}
