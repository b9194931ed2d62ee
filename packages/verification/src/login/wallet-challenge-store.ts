import type { VerificationDb } from '../context.ts'

export type ChallengePurpose = 'login' | 'address'

export async function insertChallenge(
  db: VerificationDb,
  challenge: { id: string; sessionId: number; purpose: ChallengePurpose; sealed: Uint8Array; at: Date },
): Promise<void> {
  await db
    .insertInto('wallet_challenge')
    .values({
      id: challenge.id,
      session_id: challenge.sessionId,
      purpose: challenge.purpose,
      challenge_sealed: challenge.sealed,
      created_at: challenge.at,
    })
    .execute()
}

/** Deletes and returns a challenge, so that it can be answered only once, whatever the result. */
export async function takeChallenge(
  db: VerificationDb,
  requested: { id: string; sessionId: number; purpose: ChallengePurpose; at: Date },
): Promise<Uint8Array | undefined> {
  const row = await db
    .updateTable('wallet_challenge')
    .set({ used_at: requested.at })
    .where('id', '=', requested.id)
    .where('session_id', '=', requested.sessionId)
    .where('purpose', '=', requested.purpose)
    .where('used_at', 'is', null)
    .returning('challenge_sealed as sealed')
    .executeTakeFirst()
  return row?.sealed
}
