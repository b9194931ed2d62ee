import type { ChangedBy } from '../audit/changed-by.ts'
import type { KycContext } from '../context.ts'
import { InputError } from '../input-error.ts'
import { setExpiry } from './api-key-store.ts'
import { changeKey, type WhichKey } from './change-key.ts'
import { issueApiKey } from './issue-api-key.ts'

export type RotatedKey = { keyId: string; apiKey: string; oldKeyId: string; oldKeyExpiresAt: Date }

/** A new key for the same merchant; the old one goes on working until the grace is over. */
export async function rotateApiKey(
  context: KycContext,
  input: WhichKey & { graceSeconds: number },
  by: ChangedBy,
): Promise<RotatedKey> {
  const { graceSeconds } = input
  if (!Number.isSafeInteger(graceSeconds) || graceSeconds < 0) {
    throw new InputError('grace', 'must be a whole number of seconds, 0 or more')
  }
  const now = context.clock.now()
  return await changeKey(context, input, by, async (db, old) => {
    if (old.revokedAt !== null) throw new InputError('key id', 'names a key that was revoked')
    if (old.expiresAt !== null && old.expiresAt.getTime() <= now) {
      throw new InputError('key id', 'names a key that has expired')
    }
    const latest = new Date(now + graceSeconds * 1000)
    const oldKeyExpiresAt = old.expiresAt !== null && old.expiresAt < latest ? old.expiresAt : latest
    const { keyId, apiKey } = await issueApiKey(context, db, old.merchantId)
    await setExpiry(db, old.keyId, oldKeyExpiresAt)
    return {
      result: { keyId, apiKey, oldKeyId: old.keyId, oldKeyExpiresAt },
      log: { action: 'key.rotated', target: old.keyId, detail: { newKey: keyId, graceSeconds } },
    }
  })
}
