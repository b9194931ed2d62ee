import type { KycDb } from '../context.ts'

/** The fingerprint that the store keeps; the given one is kept when there is none yet. */
export async function keepSecretFingerprint(db: KycDb, fingerprint: Buffer): Promise<Uint8Array> {
  await db
    .insertInto('secret_check')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await db.selectFrom('secret_check').select('fingerprint').executeTakeFirstOrThrow()
  return kept.fingerprint
}
