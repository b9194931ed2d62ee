import { randomBytes } from 'node:crypto'
import { journalOf } from '../context.ts'
import { oldSecretColumn, secretColumn } from './sealed-columns.ts'
import type { WatchContext } from './watch-context.ts'
import { putSecret } from './webhook-store.ts'

export type MadeSecret = {
  /** Readable here and never again. */
  readonly secret: string
  /** Until when the secret before it signs along; null when this is the first. */
  readonly oldUntil: Date | null
}

/** Makes a merchant's secret, or the next one. */
export async function makeWebhookSecret(
  context: WatchContext,
  input: { merchant: string; graceSeconds: number },
): Promise<MadeSecret> {
  const secret = `whsec_${randomBytes(32).toString('hex')}`
  const oldUntil = new Date(context.clock.now() + input.graceSeconds * 1000)
  const { merchant } = input
  const { vault } = context
  const sealed = vault.seal(secret, secretColumn.at(merchant))
  // Bound to its column: what becomes the old secret is sealed again for that place.
  const toOld = (before: Uint8Array) =>
    vault.seal(vault.open(before, secretColumn.at(merchant)), oldSecretColumn.at(merchant))
  const { rotated } = await putSecret(journalOf(context), { merchant, sealed, toOld, oldUntil })
  return { secret, oldUntil: rotated ? oldUntil : null }
}
