import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { bumpAccessVersion } from './access-store.ts'
import { markRevoked, selectApiKey } from './api-key-store.ts'

/** Ends a key at once. Revoking it again changes nothing. */
export async function revokeApiKey(
  context: KycContext,
  input: { keyId: string },
): Promise<{ keyId: string; revokedAt: Date }> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const key = await selectApiKey(db, input.keyId)
      if (!key) throw new InputError('key id', 'is not known')
      if (key.revokedAt !== null) return { keyId: key.keyId, revokedAt: key.revokedAt }
      const revokedAt = new Date(context.clock.now())
      await markRevoked(db, key.keyId, revokedAt)
      await bumpAccessVersion(db)
      return { keyId: key.keyId, revokedAt }
    })
}
