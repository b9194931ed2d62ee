import type { Kysely } from 'kysely'
import type { KytDb } from '../context.ts'
import type { KytTables } from '../tables.ts'

export type WebhookRow = {
  readonly merchant: string
  readonly url: string | null
  readonly sealed: Uint8Array
  readonly oldSealed: Uint8Array | null
  readonly oldUntil: Date | null
}

const webhookColumns = [
  'merchant',
  'url',
  'sealed',
  'old_sealed as oldSealed',
  'old_until as oldUntil',
] as const

export async function selectWebhook(db: KytDb, merchant: string): Promise<WebhookRow | undefined> {
  return await db
    .selectFrom('kyt_webhook')
    .select(webhookColumns)
    .where('merchant', '=', merchant)
    .executeTakeFirst()
}

export async function selectWebhooks(db: KytDb, merchants: readonly string[]): Promise<WebhookRow[]> {
  if (merchants.length === 0) return []
  return await db
    .selectFrom('kyt_webhook')
    .select(webhookColumns)
    .where('merchant', 'in', [...merchants])
    .execute()
}

/**
 * Stores a new secret. The previous secret stays valid until `oldUntil`. Returns whether there was a previous
 * secret.
 */
export async function putSecret(
  journal: Kysely<KytTables>,
  secret: {
    merchant: string
    sealed: Uint8Array
    toOld: (sealed: Uint8Array) => Uint8Array
    oldUntil: Date
  },
): Promise<{ rotated: boolean }> {
  const { merchant, sealed, toOld, oldUntil } = secret
  return await journal.transaction().execute(async (db) => {
    const first = await db
      .insertInto('kyt_webhook')
      .values({ merchant, sealed })
      .onConflict((conflict) => conflict.doNothing())
      .returning('merchant')
      .executeTakeFirst()
    if (first) return { rotated: false }
    const before = await db
      .selectFrom('kyt_webhook')
      .select('sealed')
      .where('merchant', '=', merchant)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const change = { sealed, old_sealed: toOld(before.sealed), old_until: oldUntil }
    await db.updateTable('kyt_webhook').set(change).where('merchant', '=', merchant).execute()
    return { rotated: true }
  })
}

/** Returns false if the merchant has no secret yet, because there is then no row for the merchant. */
export async function updateDefaultUrl(db: KytDb, merchant: string, url: string | null): Promise<boolean> {
  const updated = await db
    .updateTable('kyt_webhook')
    .set({ url })
    .where('merchant', '=', merchant)
    .returning('merchant')
    .executeTakeFirst()
  return updated !== undefined
}
