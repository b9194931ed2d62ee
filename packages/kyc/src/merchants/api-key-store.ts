import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type ApiKeyRow = {
  keyId: string
  merchantId: number
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

const apiKeyColumns = [
  'key_id as keyId',
  'merchant_id as merchantId',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
] as const

export async function insertApiKey(
  db: KycDb,
  key: { keyId: string; merchantId: number; fingerprint: Buffer; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      key_id: key.keyId,
      merchant_id: key.merchantId,
      fingerprint: key.fingerprint,
      created_at: key.createdAt,
    })
    .execute()
}

/** Locks the key until the transaction ends, so that concurrent changes run one after another. */
export async function lockApiKey(db: KycDb, keyId: string): Promise<ApiKeyRow | undefined> {
  return await db
    .selectFrom('api_key')
    .select(apiKeyColumns)
    .where('key_id', '=', keyId)
    .forUpdate()
    .executeTakeFirst()
}

export async function selectApiKeysOf(db: KycDb, merchantId: number): Promise<ApiKeyRow[]> {
  return await db
    .selectFrom('api_key')
    .select(apiKeyColumns)
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute()
}

/** Counts a merchant's keys that are neither revoked nor expired. */
export async function countLiveKeys(db: KycDb, merchantId: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant_id', '=', merchantId)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return count
}

export async function markRevoked(db: KycDb, keyId: string, at: Date): Promise<void> {
  await db.updateTable('api_key').set({ revoked_at: at }).where('key_id', '=', keyId).execute()
}

export async function setExpiry(db: KycDb, keyId: string, at: Date): Promise<void> {
  await db.updateTable('api_key').set({ expires_at: at }).where('key_id', '=', keyId).execute()
}

/** Writes the last-used times of many keys at once. A stored time never decreases. */
export async function updateLastUsed(db: KycDb, uses: ReadonlyMap<string, number>): Promise<void> {
  if (uses.size === 0) return
  const keyIds = [...uses.keys()]
  const times = [...uses.values()].map((time) => new Date(time).toISOString())
  await sql`
    update api_key set last_used_at = greatest(api_key.last_used_at, used.at)
    from unnest(${keyIds}::text[], ${times}::timestamptz[]) as used (key_id, at)
    where api_key.key_id = used.key_id
  `.execute(db)
}
