import { byCommandLine, type KeyView, listApiKeys, revokeApiKey, rotateApiKey } from '@touchstone/kyc'
import type { Command } from '../command.ts'

export type { KeyView } from '@touchstone/kyc'

export const keyRotate: Command<
  { keyId: string; graceSeconds: number },
  { keyId: string; apiKey: string; oldKeyId: string; oldKeyExpiresAt: string }
> = async (runtime, { keyId, graceSeconds }) => {
  const rotated = await rotateApiKey(runtime.kyc, { keyId, graceSeconds }, byCommandLine)
  return { ...rotated, oldKeyExpiresAt: rotated.oldKeyExpiresAt.toISOString() }
}

export const keyRevoke: Command<{ keyId: string }, { keyId: string; revokedAt: string }> = async (
  runtime,
  { keyId },
) => {
  const revoked = await revokeApiKey(runtime.kyc, { keyId }, byCommandLine)
  return { keyId: revoked.keyId, revokedAt: revoked.revokedAt.toISOString() }
}

export const keyList: Command<{ mchNo: string }, KeyView[]> = async (runtime, input) =>
  await listApiKeys(runtime.kyc, input)
