import { randomBytes } from 'node:crypto'
import { journalOf } from '../context.ts'
import { oldSecretColumn, secretColumn } from './sealed-columns.ts'
import type { WatchContext } from './watch-context.ts'
import { putSecret } from './webhook-store.ts'

export type MadeSecret = {
  /** Shown only once. */
  readonly secret: string
  /** The time until which requests are also signed with the previous secret. Null for the first secret. */
  readonly oldUntil: Date | null
}

/** Creates or replaces a merchant's webhook secret. */
export async function makeWebhookSecret(
  context: WatchContext,
  input: { merchant: string; graceSeconds: number },
): Promise<MadeSecret> {
  const secret = `whsec_${randomBytes(32).toString('hex')}`
  const oldUntil = new Date(context.clock.now() + input.graceSeconds * 1000)
  const { merchant } = input
  const { vault } = context
  const sealed = vault.seal(secret, secretColumn.at(merchant))
  // Sealed values are bound to their column, so the previous secret is sealed again for the column that
  // stores it.
  const toOld = (before: Uint8Array) =>
    vault.seal(vault.open(before, secretColumn.at(merchant)), oldSecretColumn.at(merchant))
  const { rotated } = await putSecret(journalOf(context), { merchant, sealed, toOld, oldUntil })
  return { secret, oldUntil: rotated ? oldUntil : null }
}
