import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import { isGenuine, nextRowId, type Signing, signedSessions, signRow } from '../rights/signed-rows-store.ts'

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
  /** The identity provider with which the member signed in, if any. */
  providerId: number | null
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
  'provider_id as providerId',
  'token_hash',
  'passkey_id',
  'mac',
] as const

type ReadSession = MemberSessionRow & {
  token_hash: Uint8Array
  passkey_id: number | null
  mac: Uint8Array | null
}

function genuineSessions(context: Signing, rows: readonly ReadSession[]): MemberSessionRow[] {
  return rows
    .filter(({ id, memberId, byPasskey, createdAt, endsAt, providerId, mac, token_hash, passkey_id }) => {
      const signed = {
        ...{ id, member_id: memberId, token_hash, by_passkey: byPasskey, passkey_id },
        ...{ created_at: createdAt, ends_at: endsAt, provider_id: providerId },
      }
      return isGenuine(context, signedSessions, signed, mac)
    })
    .map(({ token_hash: _, passkey_id: _2, mac: _3, ...session }) => session)
}

export async function insertMemberSession(
  context: Signing,
  db: KycDb,
  session: {
    memberId: number
    tokenHash: Uint8Array
    at: Date
    endsAt: Date
    network: string
    browser: string
    passkeyId: number | undefined
    /** The identity provider with which the member signed in. */
    providerId: number | undefined
    sealIdToken: ((sessionId: number) => Uint8Array) | undefined
  },
): Promise<void> {
  const { memberId, tokenHash, at, endsAt, network, browser, passkeyId, providerId } = session
  const signed = {
    ...{ id: await nextRowId(db, 'member_session'), member_id: memberId, token_hash: tokenHash },
    ...{ by_passkey: passkeyId !== undefined, passkey_id: passkeyId ?? null },
    ...{ created_at: at, ends_at: endsAt, provider_id: providerId ?? null },
  }
  const mac = signRow(context, signedSessions, signed)
  await db
    .insertInto('member_session')
    .values({
      ...{ ...signed, seen_at: at, network, browser, mac },
      id_token_sealed: session.sealIdToken?.(signed.id) ?? null,
    })
    .execute()
}

/** Returns a session that has neither ended nor expired and has been used since `seenAfter`. */
export async function selectMemberSession(
  context: Signing,
  db: KycDb,
  of: { tokenHash: Uint8Array; now: Date; seenAfter: Date },
): Promise<MemberSessionRow | undefined> {
  const rows = await db
    .selectFrom('member_session')
    .select(columns)
    .where('token_hash', '=', of.tokenHash)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', of.now)
    .where('seen_at', '>', of.seenAfter)
    .execute()
  return genuineSessions(context, rows)[0]
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
  context: Signing,
  db: KycDb,
  of: { memberId: number; now: Date; seenAfter: Date; providerId?: number },
): Promise<MemberSessionRow[]> {
  let query = db
    .selectFrom('member_session')
    .select(columns)
    .where('member_id', '=', of.memberId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', of.now)
    .where('seen_at', '>', of.seenAfter)
    .orderBy('seen_at', 'desc')
  if (of.providerId !== undefined) query = query.where('provider_id', '=', of.providerId)
  return genuineSessions(context, await query.execute())
}

/**
 * Ends one session of a member, or all sessions that were started with one of the member's passkeys or with an
 * identity provider, or all sessions. Returns the ended sessions.
 */
export async function endMemberSessions(
  db: KycDb,
  of: { memberId: number; at: Date; id?: number; passkeyId?: number; providerId?: number },
): Promise<Pick<MemberSessionRow, 'id' | 'usedFor'>[]> {
  let query = db
    .updateTable('member_session')
    .set({ ended_at: of.at, mac: null, id_token_sealed: null })
    .where('member_id', '=', of.memberId)
    .where('ended_at', 'is', null)
  if (of.id !== undefined) query = query.where('id', '=', of.id)
  if (of.passkeyId !== undefined) query = query.where('passkey_id', '=', of.passkeyId)
  if (of.providerId !== undefined) query = query.where('provider_id', '=', of.providerId)
  return await query.returning(['id', 'used_for as usedFor']).execute()
}

/** Ends all sessions that were started with an identity provider. */
export async function endProviderSessions(db: KycDb, providerId: number, at: Date): Promise<void> {
  await db
    .updateTable('member_session')
    .set({ ended_at: at, mac: null, id_token_sealed: null })
    .where('provider_id', '=', providerId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Returns the sealed ID token of a session that was started with an identity provider. */
export async function selectIdToken(db: KycDb, sessionId: number): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('member_session')
    .select('id_token_sealed as sealed')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.sealed ?? null
}

/** Deletes sessions that expired at or before the given time. */
export async function deleteMemberSessionsBefore(db: KycDb, at: Date): Promise<void> {
  await db.deleteFrom('member_session').where('ends_at', '<=', at).execute()
}
