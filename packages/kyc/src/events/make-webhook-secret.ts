import { randomBytes } from 'node:crypto'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { oldWebhookSecretColumn, webhookSecretColumn } from '../sealed-columns.ts'
import { putSecret } from './endpoint-store.ts'

export type MadeSecret = {
  /** Shown only once. */
  readonly secret: string
  /** The time until which requests are also signed with the previous secret. Null for the first secret. */
  readonly oldUntil: Date | null
}

/** Returns a new secret: a prefix, and the signing key in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Creates or replaces the secret of an endpoint. Without `endpoint`, that of the default endpoint. */
export async function makeWebhookSecret(
  context: KycContext,
  input: { merchant: string; endpoint?: string | undefined; graceSeconds: number },
): Promise<MadeSecret> {
  const secret = newWebhookSecret()
  const now = context.clock.now()
  const oldUntil = new Date(now + input.graceSeconds * 1000)
  const { merchant, endpoint: id = merchant } = input
  const { vault } = context
  const sealed = vault.seal(secret, webhookSecretColumn.at(id))
  // Sealed values are bound to their column, so the previous secret is sealed again for the column that
  // stores it.
  const toOld = (before: Uint8Array) =>
    vault.seal(vault.open(before, webhookSecretColumn.at(id)), oldWebhookSecretColumn.at(id))
  const endpoint = { id, merchant }
  const put = await putSecret(tablesOf(context), { endpoint, sealed, toOld, oldUntil, at: new Date(now) })
  if (put === undefined) throw new InputError('endpoint', 'is not known')
  return { secret, oldUntil: put.rotated ? oldUntil : null }
}
