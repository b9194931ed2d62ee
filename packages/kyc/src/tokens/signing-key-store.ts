import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type SigningKeyRow = {
  kid: string
  publicJwk: Record<string, unknown>
  sealed: Uint8Array
  createdAt: Date
  retiredAt: Date | null
}

/** Newest first. */
export async function selectSigningKeys(db: KycDb): Promise<SigningKeyRow[]> {
  return await db
    .selectFrom('signing_key')
    .select([
      'kid',
      'public_jwk as publicJwk',
      'sealed',
      'created_at as createdAt',
      'retired_at as retiredAt',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
}

/** Locks the table, so that only one node at a time changes signing keys. */
export async function lockSigningKeys(db: KycDb): Promise<void> {
  await sql`lock table signing_key in exclusive mode`.execute(db)
}

export async function insertSigningKey(
  db: KycDb,
  key: { kid: string; publicJwk: object; sealed: Buffer; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('signing_key')
    .values({
      kid: key.kid,
      public_jwk: JSON.stringify(key.publicJwk),
      sealed: key.sealed,
      created_at: key.createdAt,
    })
    .execute()
}

export async function retireSigningKeysExcept(db: KycDb, kid: string, at: Date): Promise<void> {
  await db
    .updateTable('signing_key')
    .set({ retired_at: at })
    .where('kid', '<>', kid)
    .where('retired_at', 'is', null)
    .execute()
}

export async function deleteSigningKeysRetiredBefore(db: KycDb, time: Date): Promise<void> {
  await db.deleteFrom('signing_key').where('retired_at', '<', time).execute()
}
