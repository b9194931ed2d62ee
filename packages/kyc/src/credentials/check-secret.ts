import { type KycContext, tablesOf } from '../context.ts'
import { keepSecretFingerprint } from './secret-store.ts'

/**
 * Whether the vault's master secret is the one under which the store was made. Under another one no key would match
 * and nothing sealed could be opened, while new rows would be written that nobody else can read.
 */
export async function isSecretOfStore(context: KycContext): Promise<boolean> {
  const own = context.vault.fingerprint('secret-check', 'touchstone')
  const kept = await keepSecretFingerprint(tablesOf(context), own)
  return own.equals(Buffer.from(kept))
}
