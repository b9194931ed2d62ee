import type { KycDb } from '../context.ts'

/** Identifies the master secrets with which the store was created and is encrypted. */
export type SecretRow = {
  /** Identifies the first secret, or the fingerprint key that is derived from it. */
  fingerprint: Uint8Array
  /** Identifies the secret that is used for encryption. */
  keyId: Uint8Array
  /** Identifies the previous secret, as long as some values could still be encrypted with it. */
  previousKeyId: Uint8Array | null
  fingerprintKeySealed: Uint8Array | null
  rotatingSince: Date | null
}

/** Stores the given row if no row exists yet. */
export async function keepSecretRow(
  db: KycDb,
  first: { fingerprint: Uint8Array; keyId: Uint8Array },
): Promise<SecretRow> {
  if (await isOpened(db)) return await selectSecretRow(db)
  await db
    .insertInto('secret_check')
    .values({ fingerprint: first.fingerprint, key_id: first.keyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await selectSecretRow(db)
}

export async function selectSecretRow(db: KycDb): Promise<SecretRow> {
  return await db
    .selectFrom('secret_check')
    .select([
      'fingerprint',
      'key_id as keyId',
      'former_key_id as previousKeyId',
      'fingerprint_key_sealed as fingerprintKeySealed',
      'rotating_since as rotatingSince',
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Returns whether a service has already opened the store; the first service to do so determines the store's
 * master secret.
 */
export async function isOpened(db: KycDb): Promise<boolean> {
  return (await db.selectFrom('secret_check').select('only_row').executeTakeFirst()) !== undefined
}

/** Returns false if no service has opened the store yet. */
export async function isRotating(db: KycDb): Promise<boolean> {
  const row = await db.selectFrom('secret_check').select('rotating_since').executeTakeFirst()
  return row !== undefined && row.rotating_since !== null
}

export async function beginRotation(
  db: KycDb,
  rotation: {
    keyId: Uint8Array
    previousKeyId: Uint8Array | null
    fingerprintKeySealed: Uint8Array
    at: Date
  },
): Promise<void> {
  await db
    .updateTable('secret_check')
    .set({
      key_id: rotation.keyId,
      former_key_id: rotation.previousKeyId,
      fingerprint_key_sealed: rotation.fingerprintKeySealed,
      rotating_since: rotation.at,
    })
    .execute()
}

export async function endRotation(db: KycDb): Promise<void> {
  await db.updateTable('secret_check').set({ former_key_id: null, rotating_since: null }).execute()
}
