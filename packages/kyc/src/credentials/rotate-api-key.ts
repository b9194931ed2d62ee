import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { bumpAccessVersion } from './access-store.ts'
import { selectApiKey, setExpiry } from './api-key-store.ts'
import { issueApiKey } from './issue-api-key.ts'

export type RotatedKey = { keyId: string; apiKey: string; oldKeyId: string; oldKeyExpiresAt: Date }

/** A new key for the same merchant; the old one goes on working until the grace is over. */
export async function rotateApiKey(
  context: KycContext,
  input: { keyId: string; graceSeconds: number },
): Promise<RotatedKey> {
  const { graceSeconds } = input
  if (!Number.isSafeInteger(graceSeconds) || graceSeconds < 0) {
    throw new InputError('grace', 'must be a whole number of seconds, 0 or more')
  }
  const now = context.clock.now()
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const old = await selectApiKey(db, input.keyId)
      if (!old) throw new InputError('key id', 'is not known')
      if (old.revokedAt !== null) throw new InputError('key id', 'names a key that was revoked')
      if (old.expiresAt !== null && old.expiresAt.getTime() <= now) {
        throw new InputError('key id', 'names a key that has expired')
      }
      const latest = new Date(now + graceSeconds * 1000)
      const oldKeyExpiresAt = old.expiresAt !== null && old.expiresAt < latest ? old.expiresAt : latest
      const { keyId, apiKey } = await issueApiKey(context, db, old.merchantId)
      await setExpiry(db, old.keyId, oldKeyExpiresAt)
      await bumpAccessVersion(db)
      return { keyId, apiKey, oldKeyId: old.keyId, oldKeyExpiresAt }
    })
}
