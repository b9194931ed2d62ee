import type { ChangedBy } from '../audit/changed-by.ts'
import type { KycContext } from '../context.ts'
import { markRevoked } from './api-key-store.ts'
import { changeKey, type WhichKey } from './change-key.ts'

/** Ends a key at once. Revoking it again changes nothing. */
export async function revokeApiKey(
  context: KycContext,
  which: WhichKey,
  by: ChangedBy,
): Promise<{ keyId: string; revokedAt: Date }> {
  return await changeKey(context, which, by, async (db, { keyId, revokedAt }) => {
    if (revokedAt !== null) return { result: { keyId, revokedAt } }
    const now = new Date(context.clock.now())
    await markRevoked(db, keyId, now)
    return { result: { keyId, revokedAt: now }, log: { action: 'key.revoked', target: keyId } }
  })
}
