import type { VerificationDb } from '../context.ts'

export type HandOff = {
  id: number
  sessionId: number
  phoneSessionId: number | null
  digits: string | null
  expiresAt: Date
  claimedAt: Date | null
  /** When the phone's holder agreed to continue on the phone. */
  agreedAt: Date | null
  confirmedAt: Date | null
  endedAt: Date | null
}

const handOffColumns = [
  'id',
  'session_id as sessionId',
  'phone_session_id as phoneSessionId',
  'digits',
  'expires_at as expiresAt',
  'claimed_at as claimedAt',
  'agreed_at as agreedAt',
  'confirmed_at as confirmedAt',
  'ended_at as endedAt',
] as const

export async function insertHandOff(
  db: VerificationDb,
  handOff: { sessionId: number; codeHash: Uint8Array; at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('hand_off')
    .values({
      session_id: handOff.sessionId,
      code_hash: handOff.codeHash,
      created_at: handOff.at,
      expires_at: handOff.expiresAt,
    })
    .execute()
}

/** Returns the session's latest hand-off, unless it has ended or has expired unconfirmed. */
export async function selectHandOffOf(
  db: VerificationDb,
  sessionId: number,
  now: Date,
): Promise<HandOff | undefined> {
  return await db
    .selectFrom('hand_off')
    .select(handOffColumns)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('confirmed_at', 'is not', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function selectHandOffOfPhone(
  db: VerificationDb,
  phoneSessionId: number,
): Promise<HandOff | undefined> {
  return await db
    .selectFrom('hand_off')
    .select(handOffColumns)
    .where('phone_session_id', '=', phoneSessionId)
    .executeTakeFirst()
}

/** Claims a link. Each link can be claimed only once. */
export async function claimByCode(
  db: VerificationDb,
  codeHash: Uint8Array,
  at: Date,
): Promise<HandOff | undefined> {
  return await db
    .updateTable('hand_off')
    .set({ claimed_at: at })
    .where('code_hash', '=', codeHash)
    .where('claimed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(handOffColumns)
    .executeTakeFirst()
}

export async function updateClaim(
  db: VerificationDb,
  id: number,
  claim: { phoneSessionId: number; digits: string },
): Promise<void> {
  await db
    .updateTable('hand_off')
    .set({ phone_session_id: claim.phoneSessionId, digits: claim.digits })
    .where('id', '=', id)
    .execute()
}

/** Records the agreement of the phone's holder. Returns false if the hand-off has ended or has expired. */
export async function agreeToClaim(db: VerificationDb, id: number, at: Date): Promise<boolean> {
  const agreed = await db
    .updateTable('hand_off')
    .set({ agreed_at: at })
    .where('id', '=', id)
    .where('agreed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('confirmed_at', 'is not', null), eb('expires_at', '>', at)]))
    .returning('id')
    .executeTakeFirst()
  return agreed !== undefined
}

/** Confirms a hand-off. Returns false if it has already ended or has already been confirmed. */
export async function confirmClaim(db: VerificationDb, id: number, at: Date): Promise<boolean> {
  const confirmed = await db
    .updateTable('hand_off')
    .set({ confirmed_at: at })
    .where('id', '=', id)
    .where('claimed_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

export async function endHandOffsOf(db: VerificationDb, sessionId: number, at: Date): Promise<void> {
  await db
    .updateTable('hand_off')
    .set({ ended_at: at })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
