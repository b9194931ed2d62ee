import type { KycDb } from '../context.ts'

export type PasskeyRow = {
  id: number
  memberId: number
  credentialId: string
  publicKey: Uint8Array
  counter: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export async function insertEnrolment(
  db: KycDb,
  enrolment: { tokenHash: Uint8Array; memberId: number; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('member_enrolment')
    .values({
      token_hash: enrolment.tokenHash,
      member_id: enrolment.memberId,
      expires_at: enrolment.expiresAt,
    })
    .execute()
}

/** Returns the member for whom an enrolment link was created, if the link is still valid. */
export async function selectEnrolment(
  db: KycDb,
  of: { tokenHash: Uint8Array; now: Date },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('member_enrolment')
    .select('member_id as memberId')
    .where('token_hash', '=', of.tokenHash)
    .where('expires_at', '>', of.now)
    .executeTakeFirst()
  return row?.memberId
}

/** Uses up an enrolment link. Returns false if it has expired or was used. */
export async function takeEnrolment(db: KycDb, of: { tokenHash: Uint8Array; now: Date }): Promise<boolean> {
  const taken = await db
    .deleteFrom('member_enrolment')
    .where('token_hash', '=', of.tokenHash)
    .where('expires_at', '>', of.now)
    .returning('member_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function deleteEnrolmentsBefore(db: KycDb, at: Date): Promise<void> {
  await db.deleteFrom('member_enrolment').where('expires_at', '<=', at).execute()
}

const columns = [
  'id',
  'member_id as memberId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

export async function insertPasskey(
  db: KycDb,
  passkey: Omit<PasskeyRow, 'id' | 'lastUsedAt'>,
): Promise<number | undefined> {
  const inserted = await db
    .insertInto('member_passkey')
    .values({
      member_id: passkey.memberId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      name: passkey.name,
      created_at: passkey.createdAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function selectPasskeysOf(db: KycDb, memberId: number): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('member_passkey')
    .select(columns)
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
}

export async function selectPasskey(db: KycDb, credentialId: string): Promise<PasskeyRow | undefined> {
  return await db
    .selectFrom('member_passkey')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

export async function updatePasskeyUse(
  db: KycDb,
  use: { id: number; counter: number; at: Date },
): Promise<void> {
  await db
    .updateTable('member_passkey')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('id', '=', use.id)
    .execute()
}

/** Deletes a passkey. Returns false if the member has no such passkey. */
export async function deletePasskey(db: KycDb, of: { id: number; memberId: number }): Promise<boolean> {
  const deleted = await db
    .deleteFrom('member_passkey')
    .where('id', '=', of.id)
    .where('member_id', '=', of.memberId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deletePasskeysOf(db: KycDb, memberId: number): Promise<void> {
  await db.deleteFrom('member_passkey').where('member_id', '=', memberId).execute()
}

export async function insertChallenge(
  db: KycDb,
  challenge: { challengeHash: Uint8Array; boundHash: Uint8Array; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('member_challenge')
    .values({
      challenge_hash: challenge.challengeHash,
      bound_hash: challenge.boundHash,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

/** Uses up a challenge. Returns whether the challenge was valid and was issued to this browser. */
export async function takeChallenge(
  db: KycDb,
  of: { challengeHash: Uint8Array; boundHash: Uint8Array; now: Date },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('member_challenge')
    .where('challenge_hash', '=', of.challengeHash)
    .where('bound_hash', '=', of.boundHash)
    .where('expires_at', '>', of.now)
    .returning('challenge_hash')
    .executeTakeFirst()
  return taken !== undefined
}

export async function deleteChallengesBefore(db: KycDb, at: Date): Promise<void> {
  await db.deleteFrom('member_challenge').where('expires_at', '<=', at).execute()
}
