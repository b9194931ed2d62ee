import type { VerificationDb } from '../context.ts'
import { type ChallengeCount, keptUntil } from './challenge-limits.ts'

export async function selectLoginFingerprint(db: VerificationDb, personId: number): Promise<Uint8Array> {
  const { fingerprint } = await db
    .selectFrom('person')
    .select('login_fingerprint as fingerprint')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return fingerprint
}

export async function selectChallengeCount(
  db: VerificationDb,
  personHash: Uint8Array,
): Promise<ChallengeCount | undefined> {
  const row = await db
    .selectFrom('liveness_draws')
    .select(['drawn', 'rounds', 'last_at as lastAt'])
    .where('person_hash', '=', personHash)
    .executeTakeFirst()
  return row && { ...row, lastAt: row.lastAt.getTime() }
}

/**
 * Changes a count while its row is locked. If `change` returns undefined, the count stays unchanged and the
 * result is undefined.
 */
export async function changeChallengeCount(
  db: VerificationDb,
  personHash: Uint8Array,
  change: (count: ChallengeCount | undefined) => ChallengeCount | undefined,
): Promise<ChallengeCount | undefined> {
  return await db.transaction().execute(async (tables) => {
    const none = new Date(0)
    await tables
      .insertInto('liveness_draws')
      .values({ person_hash: personHash, drawn: 0, rounds: 0, last_at: none, kept_until: none })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await tables
      .selectFrom('liveness_draws')
      .select(['drawn', 'rounds', 'last_at as lastAt'])
      .where('person_hash', '=', personHash)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const changed = change(row.drawn === 0 ? undefined : { ...row, lastAt: row.lastAt.getTime() })
    if (changed === undefined) return undefined
    await tables
      .updateTable('liveness_draws')
      .set({
        drawn: changed.drawn,
        rounds: changed.rounds,
        last_at: new Date(changed.lastAt),
        kept_until: new Date(keptUntil(changed)),
      })
      .where('person_hash', '=', personHash)
      .execute()
    return changed
  })
}

export async function deleteChallengeCountsBefore(db: VerificationDb, at: Date): Promise<void> {
  await db.deleteFrom('liveness_draws').where('kept_until', '<', at).execute()
}
