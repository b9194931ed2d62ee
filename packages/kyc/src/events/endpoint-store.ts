import type { EventType } from '@touchstone/contract'
import { type Kysely, sql } from 'kysely'
import type { KycDb } from '../context.ts'
import type { KycTables } from '../tables.ts'

export type EndpointRow = {
  /** The merchant number for the merchant's default endpoint. */
  readonly id: string
  readonly merchant: string
  readonly url: string | null
  /** Null for all types. */
  readonly types: EventType[] | null
  readonly enabled: boolean
  readonly sealed: Uint8Array
  readonly oldSealed: Uint8Array | null
  readonly oldUntil: Date | null
  readonly createdAt: Date
}

const endpointColumns = [
  'id',
  'merchant',
  'url',
  'types',
  'enabled',
  'sealed',
  'old_sealed as oldSealed',
  'old_until as oldUntil',
  'created_at as createdAt',
] as const

export async function selectEndpoint(db: KycDb, id: string): Promise<EndpointRow | undefined> {
  return await db
    .selectFrom('webhook_endpoint')
    .select(endpointColumns)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The default endpoint first, then the others, oldest first. */
export async function selectEndpointsOf(db: KycDb, merchant: string): Promise<EndpointRow[]> {
  return await db
    .selectFrom('webhook_endpoint')
    .select(endpointColumns)
    .where('merchant', '=', merchant)
    .orderBy((eb) => eb('id', '<>', merchant))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function selectEndpoints(db: KycDb, ids: readonly string[]): Promise<EndpointRow[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('webhook_endpoint')
    .select(endpointColumns)
    .where('id', 'in', [...ids])
    .execute()
}

/** Serialises additions, so that concurrent calls cannot exceed the limit. */
export async function lockEndpointsOf(db: KycDb, merchant: string): Promise<void> {
  const key = `touchstone:webhook-endpoints:${merchant}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

export async function insertEndpoint(
  db: KycDb,
  endpoint: Pick<EndpointRow, 'id' | 'merchant' | 'url' | 'types' | 'sealed' | 'createdAt'>,
): Promise<void> {
  await db
    .insertInto('webhook_endpoint')
    .values({
      id: endpoint.id,
      merchant: endpoint.merchant,
      url: endpoint.url,
      types: endpoint.types,
      sealed: endpoint.sealed,
      created_at: endpoint.createdAt,
    })
    .execute()
}

/**
 * Stores a new secret and creates the default endpoint if it does not exist. The previous secret stays valid
 * until `oldUntil`. Returns whether there was a previous secret, or undefined if there is no such endpoint.
 */
export async function putSecret(
  tables: Kysely<KycTables>,
  secret: {
    endpoint: { id: string; merchant: string }
    sealed: Uint8Array
    toOld: (sealed: Uint8Array) => Uint8Array
    oldUntil: Date
    at: Date
  },
): Promise<{ rotated: boolean } | undefined> {
  const { endpoint, sealed, toOld, oldUntil, at } = secret
  return await tables.transaction().execute(async (db) => {
    if (endpoint.id === endpoint.merchant) {
      const first = await db
        .insertInto('webhook_endpoint')
        .values({ ...endpoint, url: null, types: null, sealed, created_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (first) return { rotated: false }
    }
    const before = await db
      .selectFrom('webhook_endpoint')
      .select('sealed')
      .where('id', '=', endpoint.id)
      .where('merchant', '=', endpoint.merchant)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return undefined
    const change = { sealed, old_sealed: toOld(before.sealed), old_until: oldUntil }
    await db.updateTable('webhook_endpoint').set(change).where('id', '=', endpoint.id).execute()
    return { rotated: true }
  })
}

/** Returns false if there is no such endpoint. */
export async function updateEndpoint(
  db: KycDb,
  which: { id: string; merchant: string },
  change: { url?: string | null; types?: EventType[] | null; enabled?: boolean },
): Promise<boolean> {
  const updated = await db
    .updateTable('webhook_endpoint')
    .set(change)
    .where('id', '=', which.id)
    .where('merchant', '=', which.merchant)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function deleteEndpoint(db: KycDb, which: { id: string; merchant: string }): Promise<boolean> {
  const deleted = await db
    .deleteFrom('webhook_endpoint')
    .where('id', '=', which.id)
    .where('merchant', '=', which.merchant)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
