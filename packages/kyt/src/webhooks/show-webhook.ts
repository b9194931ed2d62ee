import type { Webhook } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import type { WatchContext } from './watch-context.ts'
import { selectWebhook } from './webhook-store.ts'

/** Where a merchant's alerts go by default, and whether they can be signed. */
export async function showWebhook(context: WatchContext, merchant: string): Promise<Webhook> {
  const row = await selectWebhook(journalOf(context), merchant)
  const oldUntil = row?.oldUntil ?? null
  const isInUse = oldUntil !== null && oldUntil.getTime() > context.clock.now()
  return {
    url: row?.url ?? null,
    hasSecret: row !== undefined,
    oldSecretUntil: isInUse ? oldUntil.toISOString() : null,
  }
}
