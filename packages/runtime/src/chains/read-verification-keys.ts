import type { CredentialKind, VerificationKey } from '@touchstone/chain'
import {
  circuitNames,
  developmentKeys,
  readKeyFile,
  readKeyManifest,
  refuseDevelopmentKeys,
} from '@touchstone/credential'
import type { Settings } from '../settings/read-settings.ts'

/** What the contracts check proofs with. Production takes only the keys of a ceremony. */
export async function readVerificationKeys(
  settings: Settings,
): Promise<Record<CredentialKind, VerificationKey>> {
  const folder = settings.credentialKeys ?? developmentKeys
  const manifest = await readKeyManifest(folder)
  if (settings.production) refuseDevelopmentKeys(manifest)
  const keys = circuitNames.map(async (name) => {
    const bytes = await readKeyFile(folder, manifest, name, 'verification.json')
    return [name, JSON.parse(bytes.toString('utf8')) as VerificationKey] as const
  })
  return Object.fromEntries(await Promise.all(keys)) as Record<CredentialKind, VerificationKey>
}
