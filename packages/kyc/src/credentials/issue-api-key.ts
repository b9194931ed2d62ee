import { randomBytes } from 'node:crypto'
import type { KycContext, KycDb } from '../context.ts'
import { insertApiKey } from './api-key-store.ts'

/** The purpose under which the vault fingerprints API keys. */
export const apiKeyPurpose = 'api-key'

/** A new key: 8 hex digits that name it, a dot, 32 hex digits that are the secret. Only its keyed hash is stored. */
export async function issueApiKey(
  context: KycContext,
  db: KycDb,
  merchantId: number,
): Promise<{ keyId: string; apiKey: string }> {
  const keyId = randomBytes(4).toString('hex')
  const apiKey = `${keyId}.${randomBytes(16).toString('hex')}`
  await insertApiKey(db, {
    keyId,
    merchantId,
    fingerprint: context.vault.fingerprint(apiKeyPurpose, apiKey),
    createdAt: new Date(context.clock.now()),
  })
  return { keyId, apiKey }
}
