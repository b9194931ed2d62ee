import type { Scope } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import { changeSigned, type Signing, signedApiKeys, signRow } from '../rights/signed-rows-store.ts'
import type { KeyLimits } from './key-limits.ts'

export type ApiKeyRow = KeyLimits & {
  keyId: string
  merchantId: number
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

const apiKeyColumns = [
  'key_id as keyId',
  'merchant_id as merchantId',
  'name',
  'scopes',
  'networks',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
] as const

export async function insertApiKey(
  context: Signing,
  db: KycDb,
  key: KeyLimits & { keyId: string; merchantId: number; fingerprint: Buffer; createdAt: Date },
): Promise<void> {
  const { keyId, merchantId, fingerprint, createdAt, name } = key
  const signed = { key_id: keyId, merchant_id: merchantId, fingerprint, ...limitColumns(key) }
  await db
    .insertInto('api_key')
    .values({ ...signed, name, created_at: createdAt, mac: signRow(context, signedApiKeys, signed) })
    .execute()
}

const limitColumns = ({ expiresAt, scopes, networks }: KeyLimits) => ({
  ...{ expires_at: expiresAt, scopes, networks },
})

/** Locks the key until the transaction ends, so that concurrent changes run one after another. */
export async function lockApiKey(db: KycDb, keyId: string): Promise<ApiKeyRow | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select(apiKeyColumns)
    .where('key_id', '=', keyId)
    .forUpdate()
    .executeTakeFirst()
  return row && withScopes(row)
}

const withScopes = <Row extends { scopes: string[] | null }>(row: Row) => ({
  ...row,
  scopes: row.scopes as Scope[] | null,
})

export async function selectApiKeysOf(db: KycDb, merchantId: number): Promise<ApiKeyRow[]> {
  const rows = await db
    .selectFrom('api_key')
    .select(apiKeyColumns)
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute()
  return rows.map(withScopes)
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
  await db.updateTable('api_key').set({ revoked_at: at, mac: null }).where('key_id', '=', keyId).execute()
}

/** Returns false if the key's row has a wrong MAC. */
export async function setLimits(
  context: Signing,
  db: KycDb,
  keyId: string,
  limits: KeyLimits,
): Promise<boolean> {
  const change = { ...limitColumns(limits), name: limits.name }
  return await changeSigned(context, db, signedApiKeys, { id: keyId, change })
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
