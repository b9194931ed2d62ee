import {
  addApiKey,
  byCommandLine,
  changeApiKey,
  type GivenKeyLimits,
  type KeyView,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@touchstone/kyc'
import type { Command } from '../command.ts'

export type { KeyView } from '@touchstone/kyc'

export const keyAdd: Command<GivenKeyLimits & { mchNo: string }, { keyId: string; apiKey: string }> = async (
  runtime,
  input,
) => await addApiKey(runtime.kyc, input, byCommandLine)

export const keyUpdate: Command<GivenKeyLimits & { keyId: string }, KeyLimitsView> = async (
  runtime,
  input,
) => {
  const { expiresAt, ...changed } = await changeApiKey(runtime.kyc, input, byCommandLine)
  return { ...changed, expiresAt: expiresAt?.toISOString() ?? null }
}

type KeyLimitsView = Pick<KeyView, 'keyId' | 'name' | 'scopes' | 'networks' | 'expiresAt'>

export const keyRotate: Command<
  { keyId: string; graceSeconds: number; expiresInSeconds?: number | null },
  { keyId: string; apiKey: string; expiresAt: string | null; oldKeyId: string; oldKeyExpiresAt: string }
> = async (runtime, input) => {
  const { expiresAt, oldKeyExpiresAt, ...rotated } = await rotateApiKey(runtime.kyc, input, byCommandLine)
  return {
    ...rotated,
    expiresAt: expiresAt?.toISOString() ?? null,
    oldKeyExpiresAt: oldKeyExpiresAt.toISOString(),
  }
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
