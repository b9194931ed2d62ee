import type { KycDb } from '../context.ts'
import {
  changeSigned,
  isGenuine,
  nextRowId,
  type Signing,
  signedEnrolments,
  signedPasskeys,
  signRow,
} from '../rights/signed-rows-store.ts'

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
  context: Signing,
  db: KycDb,
  enrolment: { tokenHash: Uint8Array; memberId: number; expiresAt: Date },
): Promise<void> {
  const { tokenHash, memberId, expiresAt } = enrolment
  const signed = { token_hash: tokenHash, member_id: memberId, expires_at: expiresAt }
  await db
    .insertInto('member_enrolment')
    .values({ ...signed, mac: signRow(context, signedEnrolments, signed) })
    .execute()
}

/** Returns the member for whom an enrolment link was created, if the link is still valid. */
export async function selectEnrolment(
  context: Signing,
  db: KycDb,
  of: { tokenHash: Uint8Array; now: Date },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('member_enrolment')
    .select(['token_hash', 'member_id', 'expires_at', 'mac'])
    .where('token_hash', '=', of.tokenHash)
    .where('expires_at', '>', of.now)
    .executeTakeFirst()
  return row && isGenuine(context, signedEnrolments, row, row.mac) ? row.member_id : undefined
}

/** Uses up an enrolment link. Returns false if it has expired or has already been used. */
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
  'mac',
] as const

const signedPartOf = (row: Omit<PasskeyRow, 'name' | 'createdAt' | 'lastUsedAt'>) => ({
  ...{ id: row.id, member_id: row.memberId, credential_id: row.credentialId },
  ...{ public_key: row.publicKey, counter: row.counter },
})

function genuinePasskeys(
  context: Signing,
  rows: readonly (PasskeyRow & { mac: Uint8Array | null })[],
): PasskeyRow[] {
  return rows
    .filter((row) => isGenuine(context, signedPasskeys, signedPartOf(row), row.mac))
    .map(({ mac: _, ...passkey }) => passkey)
}

export async function insertPasskey(
  context: Signing,
  db: KycDb,
  passkey: Omit<PasskeyRow, 'id' | 'lastUsedAt'>,
): Promise<number | undefined> {
  const signed = signedPartOf({ ...passkey, id: await nextRowId(db, 'member_passkey') })
  const mac = signRow(context, signedPasskeys, signed)
  const inserted = await db
    .insertInto('member_passkey')
    .values({ ...signed, name: passkey.name, created_at: passkey.createdAt, mac })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function selectPasskeysOf(context: Signing, db: KycDb, memberId: number): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('member_passkey')
    .select(columns)
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  return genuinePasskeys(context, rows)
}

export async function selectPasskey(
  context: Signing,
  db: KycDb,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const rows = await db
    .selectFrom('member_passkey')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .execute()
  return genuinePasskeys(context, rows)[0]
}

/** Returns false if the passkey was removed or its row has a wrong MAC. */
export async function updatePasskeyUse(
  context: Signing,
  db: KycDb,
  use: { id: number; counter: number; at: Date },
): Promise<boolean> {
  const change = { counter: use.counter, last_used_at: use.at }
  return await changeSigned(context, db, signedPasskeys, { id: use.id, change })
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
