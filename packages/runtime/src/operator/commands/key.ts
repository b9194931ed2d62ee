import {
  InputError,
  revokeApiKey,
  rotateApiKey,
  selectApiKeysOf,
  selectMerchantByNo,
  tablesOf,
} from '@touchstone/kyc'
import type { Command } from '../command.ts'

export const keyRotate: Command<
  { keyId: string; graceSeconds: number },
  { keyId: string; apiKey: string; oldKeyId: string; oldKeyExpiresAt: string }
> = async (runtime, input) => {
  const rotated = await rotateApiKey(runtime.kyc, input)
  return { ...rotated, oldKeyExpiresAt: rotated.oldKeyExpiresAt.toISOString() }
}

export const keyRevoke: Command<{ keyId: string }, { keyId: string; revokedAt: string }> = async (
  runtime,
  input,
) => {
  const revoked = await revokeApiKey(runtime.kyc, input)
  return { keyId: revoked.keyId, revokedAt: revoked.revokedAt.toISOString() }
}

export type KeyView = {
  keyId: string
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

export const keyList: Command<{ mchNo: string }, KeyView[]> = async (runtime, input) => {
  const db = tablesOf(runtime.kyc)
  const merchant = await selectMerchantByNo(db, input.mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  const keys = await selectApiKeysOf(db, merchant.id)
  return keys.map((key) => ({
    keyId: key.keyId,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }))
}
