import type { KytDb } from '../context.ts'

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

/** The secret that was in use becomes the old one; it signs along until its time is over. Told whether there was one. */
export async function putSecret(
  db: KytDb,
  secret: { merchant: string; sealed: Uint8Array; oldUntil: Date },
): Promise<{ rotated: boolean }> {
  const { merchant, sealed, oldUntil } = secret
  const row = await db
    .insertInto('kyt_webhook')
    .values({ merchant, sealed })
    .onConflict((conflict) =>
      conflict.column('merchant').doUpdateSet((row) => ({
        sealed,
        old_sealed: row.ref('kyt_webhook.sealed'),
        old_until: oldUntil,
      })),
    )
    .returning('old_until')
    .executeTakeFirstOrThrow()
  return { rotated: row.old_until !== null }
}

/** False when the merchant has no secret yet, and with it no row. */
export async function updateDefaultUrl(db: KytDb, merchant: string, url: string | null): Promise<boolean> {
  const updated = await db
    .updateTable('kyt_webhook')
    .set({ url })
    .where('merchant', '=', merchant)
    .returning('merchant')
    .executeTakeFirst()
  return updated !== undefined
}
