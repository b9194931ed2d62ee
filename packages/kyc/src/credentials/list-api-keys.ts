import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { selectApiKeysOf } from './api-key-store.ts'

export type KeyView = {
  keyId: string
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

/** The keys of a merchant, also those that are over, the oldest first. */
export async function listApiKeys(context: KycContext, { mchNo }: { mchNo: string }): Promise<KeyView[]> {
  const db = tablesOf(context)
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  return (await selectApiKeysOf(db, merchant.id)).map((key) => ({
    keyId: key.keyId,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }))
}
