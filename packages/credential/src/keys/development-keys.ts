import { fileURLToPath } from 'node:url'
import { OperatorError } from '@touchstone/common'
import type { KeyManifest } from './key-manifest.ts'

/** The keys that come with the repository, for development and tests. From `src` and from `dist` alike. */
export const developmentKeys = fileURLToPath(new URL('../../keys', import.meta.url))

/** Production takes only the keys of a ceremony. */
export function refuseDevelopmentKeys(manifest: Pick<KeyManifest, 'development'>): void {
  if (!manifest.development) return
  throw new OperatorError({
    code: 'credential.development-keys',
    message: 'These are development keys, for which anybody can forge proofs.',
    remedy:
      'Run the ceremony (npm run ceremony -- begin) and name the folder that it writes in CREDENTIAL_KEYS.',
  })
}
