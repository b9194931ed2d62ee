import { fileURLToPath } from 'node:url'
import { OperatorError } from '@touchstone/common'
import type { KeyManifest } from './key-manifest.ts'

/**
 * The folder that contains the repository's keys for development and tests. The path resolves correctly from
 * both `src` and `dist`.
 */
export const developmentKeys = fileURLToPath(new URL('../../keys', import.meta.url))

/** Throws if these are development keys, because production requires keys from a ceremony. */
export function refuseDevelopmentKeys(manifest: Pick<KeyManifest, 'development'>): void {
  if (!manifest.development) return
  throw new OperatorError({
    code: 'credential.development-keys',
    message: 'These are development keys, for which anyone can forge proofs.',
    remedy: 'Run the ceremony (npm run ceremony -- begin) and set CREDENTIAL_KEYS to its output folder.',
  })
}
